// The fuzzer's known ids, from its own answers, so that requests reach existing objects.
import { z } from 'zod'

const kept = 150

/** The newest objects of one kind, without repeats. */
export class Pool<Thing extends object> {
  readonly #things = new Map<string, Thing>()
  readonly #keyOf: (thing: Thing) => string

  constructor(keyOf: (thing: Thing) => string) {
    this.#keyOf = keyOf
  }

  add(thing: Thing) {
    const key = this.#keyOf(thing)
    this.#things.delete(key)
    this.#things.set(key, thing)
    for (const [oldest] of this.#things) if (this.#things.size > kept) this.#things.delete(oldest)
  }

  remove(key: string) {
    this.#things.delete(key)
  }

  all(): Thing[] {
    return [...this.#things.values()]
  }
}

export type PlaceInShop = { id: string; storeId: string }
export type KnownJob = { id: string; status: string; fileId: string | null }
type Named = { id: string }
/** A cursor of a list, with its request. */
export type KnownCursor = { operation: string; cursor: string; input: object }
export type KnownInvitation = { email: string; accessToken: string; refreshToken: string }

export type Pools = ReturnType<typeof newPools>

export function newPools() {
  const byId = ({ id }: Named) => id
  const inShop = ({ id, storeId }: PlaceInShop) => `${storeId}:${id}`
  return {
    /** Stores without dependents: they may be changed and deleted. */
    spareStores: new Pool<Named & { platform?: string | undefined }>(byId),
    /** People who are not principals: they may be demoted and deleted. */
    people: new Pool<Named & { email: string }>(byId),
    products: new Pool<PlaceInShop>(inShop),
    orders: new Pool<PlaceInShop>(inShop),
    jobs: new Pool<KnownJob>(byId),
    templates: new Pool<Named & { type: string }>(byId),
    views: new Pool<Named>(byId),
    schedules: new Pool<Named>(byId),
    apiKeys: new Pool<Named>(byId),
    serviceAccounts: new Pool<Named>(byId),
    destinations: new Pool<Named>(byId),
    webhooks: new Pool<Named>(byId),
    deliveries: new Pool<Named & { deliveryId: string }>(({ deliveryId }) => deliveryId),
    sessions: new Pool<Named>(byId),
    cursors: new Pool<KnownCursor>(({ cursor }) => cursor),
    invitations: new Pool<KnownInvitation>(({ accessToken }) => accessToken),
  }
}

const Row = z.object({ id: z.string() })
const rows = z.array(Row).catch([])
const StoreRow = Row.extend({ platform: z.string().optional() })
const Found = z
  .object({
    stores: z.array(StoreRow).catch([]),
    store: StoreRow,
    users: z.array(z.object({ id: z.string(), email: z.string() })),
    user: z.object({ id: z.string(), email: z.string() }),
    products: rows,
    product: Row,
    orders: z.array(z.object({ platformOrderId: z.string(), storeId: z.string() })),
    jobs: z.array(z.object({ id: z.string(), status: z.string(), files: rows })),
    job: z.object({ id: z.string(), status: z.string(), files: rows }),
    templates: z.array(z.object({ id: z.string(), type: z.string() })),
    template: z.object({ id: z.string(), type: z.string() }),
    views: rows,
    view: Row,
    schedules: rows,
    schedule: Row,
    api_keys: rows,
    api_key: Row,
    service_accounts: rows,
    service_account: Row,
    destinations: rows,
    destination: Row,
    webhooks: rows,
    webhook: Row,
    delivery: Row,
    sessions: rows,
    nextCursor: z.string().nullable(),
    invitation_url: z.string().nullable(),
  })
  .partial()

/** Keeps the destinations, webhooks, their deliveries that have ended, and the service accounts of an answer. */
function learnOfPrograms(pools: Pools, found: z.infer<typeof Found>, { operation, input }: Learned) {
  const { webhooks = [], webhook, service_accounts: accounts = [], service_account: account, delivery } = found
  const removes = operation.endsWith('remove')
  for (const { id } of [...(found.destinations ?? []), ...(found.destination ? [found.destination] : [])])
    if (removes) pools.destinations.remove(id)
    else pools.destinations.add({ id })
  for (const { id } of [...webhooks, ...(webhook ? [webhook] : [])])
    if (removes) pools.webhooks.remove(id)
    else pools.webhooks.add({ id })
  for (const { id } of [...accounts, ...(account ? [account] : [])])
    if (removes) pools.serviceAccounts.remove(id)
    else pools.serviceAccounts.add({ id })
  const asked = Row.safeParse(input)
  if (delivery && asked.success) pools.deliveries.add({ id: asked.data.id, deliveryId: delivery.id })
}

type Learned = { operation: string; input: unknown; data: unknown; isOurs: (id: string) => boolean }
const Input = z.object({ storeId: z.string() })
const secretsInLink = /access_token=([\w-]+)&refresh_token=([\w-]*)/

/** Collects ids from an answer. `isOurs`: the ids that must not change. */
export function learn(pools: Pools, learned: Learned) {
  const { operation, input, data, isOurs } = learned
  const found = Found.safeParse(data)
  if (!found.success) return
  learnOfPrograms(pools, found.data, learned)
  const { product, job, template, view, schedule, api_key, user, users = [], ...lists } = found.data
  const removes = operation.endsWith('remove')
  for (const { id, platform } of [...(lists.stores ?? []), ...(lists.store ? [lists.store] : [])])
    if (removes) pools.spareStores.remove(id)
    else if (!isOurs(id)) pools.spareStores.add({ id, platform })
  for (const person of [...users, ...(user ? [user] : [])])
    if (operation === 'users.remove') pools.people.remove(person.id)
    else if (!isOurs(person.id)) pools.people.add(person)
  const shop = Input.safeParse(input)
  if (shop.success)
    for (const { id } of [...(lists.products ?? []), ...(product ? [product] : [])]) pools.products.add({ id, storeId: shop.data.storeId })
  for (const { platformOrderId: id, storeId } of lists.orders ?? []) pools.orders.add({ id, storeId })
  for (const { id, status, files } of [...(lists.jobs ?? []), ...(job ? [job] : [])])
    pools.jobs.add({ id, status, fileId: files[0]?.id ?? null })
  for (const one of [...(lists.templates ?? []), ...(template ? [template] : [])])
    if (removes) pools.templates.remove(one.id)
    else pools.templates.add(one)
  for (const { id } of [...(lists.views ?? []), ...(view ? [view] : [])])
    if (removes) pools.views.remove(id)
    else pools.views.add({ id })
  for (const { id } of [...(lists.schedules ?? []), ...(schedule ? [schedule] : [])])
    if (removes) pools.schedules.remove(id)
    else pools.schedules.add({ id })
  for (const { id } of [...(lists.api_keys ?? []), ...(api_key ? [api_key] : [])])
    if (operation === 'profile.revokeApiKey') pools.apiKeys.remove(id)
    else if (!isOurs(id)) pools.apiKeys.add({ id })
  for (const { id } of lists.sessions ?? []) pools.sessions.add({ id })
  const cursor = lists.nextCursor
  if (cursor && typeof input === 'object' && input !== null) pools.cursors.add({ operation, cursor, input })
  const [, accessToken, refreshToken] = secretsInLink.exec(lists.invitation_url ?? '') ?? []
  if (user && accessToken !== undefined) pools.invitations.add({ email: user.email, accessToken, refreshToken: refreshToken ?? '' })
}
