import { z } from 'zod'
import { jsonObject } from '../incoming.ts'
import { TOPICS } from '../webhooks/subscriptions.ts'
import type { Subscription, SubscriptionRefusal } from '../webhooks/subscriptions.ts'
import { badLimit, limitOf, notFound, ok } from './reply.ts'
import type { Call, Reply, Route } from './reply.ts'

const Body = z.object({
  webhook: z.object({
    topic: z.enum(TOPICS).optional(),
    address: z.string().optional(),
    format: z.enum(['json', 'xml']).optional(),
    fields: z.array(z.string()).optional(),
  }),
})

/** In the Swagger, `created_at` is a number of seconds. */
const documentOf = ({ id, topic, address, format, fields, at }: Subscription) => ({
  id: Number(id),
  topic,
  address,
  format,
  fields,
  metafield_namespaces: [],
  created_at: Math.floor(at / 1000),
  updated_at: Math.floor(at / 1000),
})

const REASONS: Readonly<Record<SubscriptionRefusal, object>> = {
  taken: { address: ['for this topic has already been taken'] },
  address: { address: ['is invalid'] },
  limit: { base: ['the limit of webhooks is reached'] },
}

function answerOf(found: Subscription | SubscriptionRefusal | null): Reply {
  if (found === null) return notFound
  return typeof found === 'string' ? { status: 422, body: { errors: REASONS[found] } } : ok({ webhook: documentOf(found) })
}

function readBody(body: string) {
  const parsed = Body.safeParse(jsonObject(body))
  return parsed.success ? parsed.data.webhook : null
}

const refusedBody: Reply = { status: 422, body: { errors: { webhook: ['is invalid'] } } }

/** Undefined values stay as they are. */
const given = (change: object) => Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

export const WEBHOOK_ROUTES: readonly Route[] = [
  {
    pattern: /^\/admin\/webhooks\.json$/,
    respond: ({ shop, query }) => {
      const limit = limitOf(query)
      return limit === null ? badLimit : ok({ webhooks: shop.webhooks.list().slice(0, limit).map(documentOf) })
    },
  },
]

export const WEBHOOK_WRITES: readonly {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly pattern: RegExp
  readonly respond: (call: Call, body: string) => Reply
}[] = [
  {
    method: 'POST',
    pattern: /^\/admin\/webhooks\.json$/,
    respond: ({ shop }, body) => {
      const { topic, address, format = 'json', fields = [] } = readBody(body) ?? {}
      return topic === undefined || address === undefined ? refusedBody : answerOf(shop.webhooks.create({ topic, address, format, fields }))
    },
  },
  {
    method: 'PUT',
    pattern: /^\/admin\/webhooks\/(\d+)\.json$/,
    respond: ({ shop, id }, body) => {
      const change = readBody(body)
      return change ? answerOf(shop.webhooks.change(id, given(change))) : refusedBody
    },
  },
  {
    method: 'DELETE',
    pattern: /^\/admin\/webhooks\/(\d+)\.json$/,
    respond: ({ shop, id }) => (shop.webhooks.remove(id) ? ok({}) : notFound),
  },
]
