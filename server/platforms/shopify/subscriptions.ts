import { z } from 'zod'
import { failure } from '#server/platforms/failures.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import type { Document } from '#server/platforms/shopify/document.ts'
import { everyPage } from '#server/platforms/shopify/every-page.ts'
import { missingFor, ownAmong, type Subscription } from '#server/platforms/subscriptions.ts'

const topics = ['PRODUCTS_CREATE', 'PRODUCTS_UPDATE', 'PRODUCTS_DELETE'] as const
/** All that a message needs to have. It stays small, whatever the product has. */
const told = ['id', 'updated_at'] as const
const LONGEST_REASON = 300

export const listSubscriptions: Document = {
  name: 'ListSubscriptions',
  cost: 11,
  text: `query ListSubscriptions($topics: [WebhookSubscriptionTopic!]!, $after: String) {
  webhookSubscriptions(first: 100, topics: $topics, after: $after) {
    nodes { id topic uri format includeFields }
    pageInfo { hasNextPage endCursor }
  }
}`,
}

export const createSubscription: Document = {
  name: 'CreateSubscription',
  cost: 10,
  text: `mutation CreateSubscription($topic: WebhookSubscriptionTopic!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $input) { userErrors { message } }
}`,
}

export const changeSubscription: Document = {
  name: 'ChangeSubscription',
  cost: 10,
  text: `mutation ChangeSubscription($id: ID!, $input: WebhookSubscriptionInput!) {
  webhookSubscriptionUpdate(id: $id, webhookSubscription: $input) { userErrors { message } }
}`,
}

export const removeSubscription: Document = {
  name: 'RemoveSubscription',
  cost: 10,
  text: `mutation RemoveSubscription($id: ID!) {
  webhookSubscriptionDelete(id: $id) { userErrors { message } }
}`,
}

const Row = z.object({ id: z.string(), topic: z.string(), uri: z.string(), format: z.string(), includeFields: z.array(z.string()) })
const Page = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(Row),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})
const Done = z.record(z.string(), z.object({ userErrors: z.array(z.object({ message: z.string() })) }))

const inputFor = (address: string) => ({ uri: address, format: 'JSON', includeFields: told })

function subscriptionOf({ id, topic, uri, format, includeFields }: z.infer<typeof Row>): Subscription {
  const isWhole = includeFields.length === 0 || told.every((field) => includeFields.includes(field))
  return { id, topic, address: uri, isRight: format === 'JSON' && isWhole }
}

/** The subscriptions of our app to changes of products. Shopify shows those of no other app. */
async function listed(client: ShopifyClient, signal?: AbortSignal): Promise<Subscription[]> {
  const pace = { patience: patience.interactive, signal }
  const found = await everyPage(
    client.store,
    async (after) => (await client.ask(listSubscriptions, Page, { topics, after }, pace)).webhookSubscriptions,
  )
  return found.map(subscriptionOf)
}

/** Throws STORE_REFUSED with Shopify's own reason, such as too many subscriptions or an address that it does not accept. */
async function carryOut(client: ShopifyClient, document: Document, variables: object, signal?: AbortSignal) {
  const answer = await client.ask(document, Done, { ...variables }, { patience: patience.interactive, signal })
  const [problem] = Object.values(answer).flatMap(({ userErrors }) => userErrors)
  if (problem) throw failure.refusedBecause(client.store, problem.message.slice(0, LONGEST_REASON))
}

/** See `Shop.subscribe`. */
export async function subscribeToShopify(client: ShopifyClient, address: string, signal?: AbortSignal) {
  const { create, change, remove } = missingFor(await listed(client, signal), topics, address)
  // First, as there is a limit to their number.
  for (const { id } of remove) await carryOut(client, removeSubscription, { id }, signal)
  for (const { id } of change) await carryOut(client, changeSubscription, { id, input: inputFor(address) }, signal)
  for (const topic of create) await carryOut(client, createSubscription, { topic, input: inputFor(address) }, signal)
}

/** See `Shop.unsubscribe`. */
export async function unsubscribeFromShopify(client: ShopifyClient, address: string, signal?: AbortSignal) {
  for (const { id } of ownAmong(await listed(client, signal), address)) await carryOut(client, removeSubscription, { id }, signal)
}
