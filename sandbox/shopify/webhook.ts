import { TOPICS } from '../webhooks/subscriptions.ts'
import type { Subscription, SubscriptionRefusal, Topic } from '../webhooks/subscriptions.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { dateTime, gid, notEmulated } from './world.ts'
import type { Fields, World } from './world.ts'

type Input = { uri?: string | null; callbackUrl?: string | null; format?: 'JSON' | 'XML' | null; includeFields?: readonly string[] | null }
type ListArgs = PageArgs & { topics?: readonly string[] | null; uri?: string | null; query?: string | null }

const KIND = 'WebhookSubscription'
/** "products/create" is PRODUCTS_CREATE. */
const enumOf = (topic: Topic) => topic.replace('/', '_').toUpperCase()
const digits = (id: string) => id.replace(/^.*\//, '')

const REFUSALS: Readonly<Record<SubscriptionRefusal, { field: readonly string[]; message: string }>> = {
  taken: { field: ['webhookSubscription', 'uri'], message: 'Address for this topic has already been taken' },
  address: { field: ['webhookSubscription', 'uri'], message: 'Address is not allowed' },
  limit: { field: ['topic'], message: 'You have reached the limit of webhook subscriptions for this topic' },
}
const NOT_ALLOWED = { field: ['topic'], message: 'You cannot create a webhook subscription with the specified topic' }
const MISSING = { field: ['id'], message: 'Webhook subscription does not exist' }

function topicOf(world: World, asked: string): Topic | null {
  const topic = TOPICS.find((one) => enumOf(one) === asked)
  if (!topic) throw notEmulated(`webhooks of ${asked}`)
  return world.shop.scopes.includes('read_products') && !world.shop.webhooks.refusesTopics() ? topic : null
}

const changeOf = ({ uri, callbackUrl, format, includeFields }: Input) => ({
  ...(uri == null && callbackUrl == null ? {} : { address: uri ?? callbackUrl ?? '' }),
  ...(format == null ? {} : { format: format === 'XML' ? ('xml' as const) : ('json' as const) }),
  ...(includeFields == null ? {} : { fields: includeFields }),
})

const payload = (found: Subscription | SubscriptionRefusal | null) => {
  if (found === null) return { webhookSubscription: null, userErrors: [MISSING] }
  return typeof found === 'string'
    ? { webhookSubscription: null, userErrors: [REFUSALS[found]] }
    : { webhookSubscription: found, userErrors: [] }
}

export const webhookQueries: Fields<unknown, ListArgs> = {
  webhookSubscriptions: (_source, args, { shop }) => {
    if (args.query) throw notEmulated('a search for webhooks')
    const rows = shop.webhooks
      .list()
      .filter(({ topic }) => args.topics == null || args.topics.includes(enumOf(topic)))
      .filter(({ address }) => args.uri == null || args.uri === address)
    return connectionOf(
      listingOf(
        rows,
        ({ id }) => id,
        ({ id }) => Number(id),
      ),
      args,
    )
  },
}

export const webhookFields: Fields<Subscription> = {
  id: ({ id }) => gid(KIND, id),
  legacyResourceId: ({ id }) => id,
  topic: ({ topic }) => enumOf(topic),
  uri: ({ address }) => address,
  callbackUrl: ({ address }) => address,
  format: ({ format }) => format.toUpperCase(),
  includeFields: ({ fields }) => fields,
  metafieldNamespaces: () => [],
  createdAt: ({ at }) => dateTime(at),
  updatedAt: ({ at }) => dateTime(at),
}

type CreateArgs = { topic: string; webhookSubscription: Input }
export const webhookCreation: Fields<unknown, CreateArgs> = {
  webhookSubscriptionCreate: (_source, { topic: asked, webhookSubscription }, world) => {
    const topic = topicOf(world, asked)
    if (topic === null) return { webhookSubscription: null, userErrors: [NOT_ALLOWED] }
    const draft = { address: '', format: 'json' as const, fields: [], ...changeOf(webhookSubscription) }
    return payload(world.shop.webhooks.create({ ...draft, topic }))
  },
}

type ChangeArgs = { id: string; webhookSubscription: Input }
export const webhookChanges: Fields<unknown, ChangeArgs> = {
  webhookSubscriptionUpdate: (_source, { id, webhookSubscription }, { shop }) =>
    payload(shop.webhooks.change(digits(id), changeOf(webhookSubscription))),
  webhookSubscriptionDelete: (_source, { id }, { shop }) =>
    shop.webhooks.remove(digits(id))
      ? { deletedWebhookSubscriptionId: id, userErrors: [] }
      : { deletedWebhookSubscriptionId: null, userErrors: [MISSING] },
}
