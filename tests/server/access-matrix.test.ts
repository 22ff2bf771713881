// Every procedure of the router, for every kind of principal and every relation to a store or to a teammate, over both transports. The
// table below lists the permitted calls; an unlisted cell means deny, and a procedure without a row fails.
import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { sessions } from '#drizzle/schema.ts'
import { endpoints, type Endpoint } from '#server/http/endpoints.ts'
import { createTemplate } from '#server/export/templates.ts'
import { permissions } from '#shared/access.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { fileOf, jobOf, newApiKey, newPasskey, newSession, serviceAccountLike, sharedView } from '#tests/support/belongings.ts'
import {
  anyLeader,
  editors,
  anybody,
  everybody,
  exporters,
  inPerson,
  leaders,
  localLeaders,
  overseers,
  owners,
  principals,
  relations,
  roleOf,
  standings,
  storeReaders,
  type Principal,
  type Relation,
  type Standing,
} from '#tests/support/principals.ts'
import { opensTo } from '#tests/support/opens-to.ts'
import { createStage, somebody, storeFor, type Stage } from '#tests/support/stage.ts'
import { anotherStore, testShops, type Caller, type World } from '#tests/support/world.ts'

/** `hiddenFrom`: if these principals have no right, the object looks absent to them. */
type Row = { input?: (id: string, principal: Principal) => object | Promise<object>; hiddenFrom?: readonly Principal[] } & (
  | { allowed: Principal[]; own?: (userId: string) => Promise<string> }
  | { inStore: Partial<Record<Relation, Principal[]>> }
  | { onUser: Partial<Record<Standing, Principal[]>> }
)
const onAnywhere = (people: Principal[]) => ({ global: people, elsewhere: people, mixed: people })
const onOthers = (people: Principal[]) => ({ lower: people, equal: people, ...onAnywhere(people) })
const onNearby = { self: anyLeader, lower: anyLeader, equal: anyLeader }
/** For the callers themselves: their current roles, which change nothing. For others: a low role, in the caller's store or in all. */
function newRoles(id: string, principal: Principal) {
  const isLocal = localLeaders.includes(principal)
  const isSelf = stage.callers.get(principal)?.userId === id
  const role_id = isSelf && principal !== 'anonymous' ? roleOf[principal] : 'staff'
  const storeIds = isLocal ? [world.stores.north, ...(isSelf ? [stage.inactive] : [])] : [null]
  return { id, roles: storeIds.map((store_id) => ({ role_id, store_id })) }
}
const invitation = () => ({
  email: `${crypto.randomUUID()}@matrix.test`,
  full_name: 'New',
  role_id: 'viewer',
  store_ids: [world.stores.north],
})
const lowRole = () => ({ roles: [{ role_id: 'viewer', store_id: world.stores.north }] })
/** Calls about service accounts with the roles of somebody in each relation to the caller. */
const onServices = {
  onUser: { ...onOthers(['admin', 'owner']), self: overseers, lower: overseers, equal: overseers },
  hiddenFrom: overseers,
}
/** Calls about the key of somebody in each relation to the caller. */
const onKeys: Row = {
  onUser: { ...onOthers(['admin', 'owner']), self: inPerson, lower: overseers, equal: overseers },
  hiddenFrom: inPerson,
  input: async (userId) => byId(await newApiKey(world.deps.database.db, userId)),
}
const serviceLike = async (userId: string) => byId(await serviceAccountLike(world.deps.database.db, userId))
const ownerGrants = [{ storeId: null, level: 100, permissions }]
const byId = (id: string) => ({ id })
/** Every test shop has this id: the shops differ only in their names. */
const productId = catalogueOf(testShops.north).products[0]?.id ?? ''
const orderId = ordersOf(testShops.north)[0]?.id ?? ''
const withJobs: Row = { inStore: { own: storeReaders, inactive: storeReaders, missing: leaders }, hiddenFrom: principals }
const template = () => ({ name: crypto.randomUUID(), type: 'product' as const, columns: ['Title'] })
/** Another person's template. */
const newTemplate = async () => byId((await createTemplate(world.deps, { id: 'nobody', grants: ownerGrants }, template())).id)
const demoSheet = { url: 'https://docs.google.com/spreadsheets/d/demo-exports/edit' }
const oneProduct = (storeId: string) => ({ storeId, config: { fields: ['Product Id'], maxItemsPerFile: 1 } })
const oneOrder = (storeId: string) => ({ storeIds: [storeId], columns: ['orderName'], orderIds: [orderId] })
async function oneOrderInSheet(storeId: string, principal: Principal) {
  if (exporters.includes(principal)) {
    // The clock moves on because we send Google at most 60 writes a minute. The reauthentication stays fresh: the matrix only tests rights.
    world.clock.now += 20_000
    await world.deps.database.db.update(sessions).set({ authenticatedAt: new Date(world.clock.now) })
  }
  return { ...oneOrder(storeId), ...demoSheet }
}
const matrix: Record<string, Row> = {
  'profile.get': { allowed: anybody },
  'profile.update': { allowed: inPerson, input: () => ({ department: 'Support' }) },
  'profile.chooseStore': { inStore: { own: inPerson, inactive: inPerson }, input: byId },
  'profile.apiKeys': { allowed: inPerson },
  'profile.createApiKey': { allowed: inPerson, input: () => ({ name: 'Script', permissions: ['products:read'] }) },
  'profile.rotateApiKey': { allowed: inPerson, own: (userId) => newApiKey(world.deps.database.db, userId), input: byId },
  'profile.apiKeyCalls': onKeys,
  'profile.revokeApiKey': onKeys,
  'profile.sessions': { allowed: inPerson },
  'profile.endSession': { allowed: inPerson, own: (userId) => newSession(world.deps.database.db, userId), input: byId },
  'profile.endAllSessions': { allowed: inPerson },
  'profile.security': { allowed: inPerson },
  'profile.views.list': { allowed: everybody },
  'profile.views.create': { allowed: everybody, input: () => ({ screen: 'orders', name: crypto.randomUUID(), search: {} }) },
  'profile.views.update': { allowed: anyLeader, input: async () => ({ ...byId(await sharedView(world)), search: { tab: 'paid' } }) },
  'profile.views.remove': { allowed: anyLeader, input: async () => byId(await sharedView(world)) },
  'profile.removePasskey': { allowed: inPerson, own: (userId) => newPasskey(world.deps.database.db, userId), input: byId },
  'settings.audit': { allowed: ['admin', 'owner'] },
  'settings.auditCsv': { allowed: ['admin', 'owner'] },
  'settings.get': { allowed: anybody },
  'settings.update': { allowed: ['owner'], input: () => ({ logo_url: null }) },
  'stores.list': { allowed: storeReaders },
  'stores.create': { allowed: leaders, input: () => anotherStore({ name: crypto.randomUUID() }) },
  'stores.get': { inStore: { own: storeReaders, inactive: storeReaders }, input: byId },
  'stores.test': { inStore: { own: storeReaders, inactive: storeReaders }, input: byId },
  'stores.update': { inStore: { own: anyLeader, inactive: anyLeader }, input: (id) => ({ id, timezone: 'Europe/Berlin' }) },
  'stores.remove': { inStore: { own: anyLeader, inactive: anyLeader }, input: byId },
  'users.list': { allowed: anyLeader },
  'users.roles': { allowed: anyLeader },
  'users.invite': { allowed: anyLeader, input: invitation },
  'users.get': { onUser: { ...onNearby, higher: anyLeader, global: anyLeader, mixed: anyLeader, elsewhere: leaders }, input: byId },
  'users.update': { onUser: { ...onNearby, ...onAnywhere(leaders) }, input: (id) => ({ id, department: 'Support' }) },
  'users.endSessions': { onUser: { ...onNearby, ...onAnywhere(leaders) }, input: byId },
  'users.setRoles': { onUser: { ...onNearby, ...onAnywhere(leaders), mixed: anyLeader }, input: newRoles },
  'users.resetSecondFactor': { onUser: { ...onOthers(['admin', 'owner']), lower: overseers, equal: overseers }, input: byId },
  'users.passwordLink': { onUser: { ...onOthers(['admin', 'owner']), lower: overseers, equal: overseers }, input: byId },
  'users.serviceAccounts.list': { allowed: overseers },
  'users.serviceAccounts.create': { allowed: overseers, input: () => ({ name: crypto.randomUUID(), ...lowRole() }) },
  'users.serviceAccounts.update': {
    ...onServices,
    input: async (userId) => ({ ...(await serviceLike(userId)), name: crypto.randomUUID() }),
  },
  'users.serviceAccounts.remove': { ...onServices, input: serviceLike },
  'users.serviceAccounts.createKey': {
    ...onServices,
    input: async (userId) => ({ ...(await serviceLike(userId)), name: 'Script', permissions: ['products:read'] }),
  },
  'users.deactivate': { onUser: onOthers(owners), input: byId },
  'users.remove': { onUser: onOthers(owners), input: byId },
  'products.list': { inStore: { own: everybody }, input: (storeId) => ({ storeId, limit: 1 }) },
  'products.count': { inStore: { own: everybody }, input: (storeId) => ({ storeId }) },
  'orders.count': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId] }) },
  'orders.figures': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId] }) },
  'products.metadata': { inStore: { own: everybody }, input: (storeId) => ({ storeId }) },
  'products.get': { inStore: { own: everybody }, input: (storeId) => ({ storeId, productId }) },
  'products.create': { inStore: { own: editors }, input: (storeId) => ({ storeId, title: 'New' }) },
  'products.update': { inStore: { own: editors }, input: (storeId) => ({ storeId, productId, vendor: 'New' }) },
  'orders.list': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId], limit: 1 }) },
  'orders.get': { inStore: { own: everybody }, input: (storeId) => ({ storeId, orderId }) },
  'export.sheets.verify': { allowed: exporters, input: () => demoSheet },
  'export.sheets.validate': { allowed: exporters, input: () => demoSheet },
  'export.products': { inStore: { own: exporters }, input: oneProduct },
  'export.orders.start': { inStore: { own: exporters }, input: oneOrder },
  'export.orders.csv': { inStore: { own: exporters }, input: oneOrder },
  'export.orders.sheet': { inStore: { own: exporters }, input: oneOrderInSheet },
  'export.orders.preview': { inStore: { own: exporters }, input: oneOrder },
  'export.orders.estimate': { inStore: { own: exporters }, input: oneOrder },
  'export.jobs.list': { allowed: storeReaders },
  'export.jobs.get': { ...withJobs, input: async (storeId) => byId(await jobOf(world, storeId)) },
  'export.jobs.cancel': { ...withJobs, input: async (storeId) => byId(await jobOf(world, storeId)) },
  'export.jobs.retry': { ...withJobs, input: async (storeId) => byId(await jobOf(world, storeId, { status: 'failed' })) },
  'export.jobs.request': { ...withJobs, input: async (storeId) => byId(await jobOf(world, storeId)) },
  'export.jobs.run': {
    inStore: { own: storeReaders },
    hiddenFrom: principals,
    input: async (storeId) => byId(await jobOf(world, storeId)),
  },
  'export.jobs.file': { ...withJobs, input: (storeId) => fileOf(world, storeId) },
  'export.templates.list': { allowed: everybody },
  'export.templates.get': { allowed: everybody, input: newTemplate },
  'export.templates.create': { allowed: exporters, input: template },
  'export.templates.update': { allowed: anyLeader, input: async () => ({ ...(await newTemplate()), columns: ['Handle'] }) },
  'export.templates.remove': { allowed: anyLeader, input: newTemplate },
  'export.productsCsv': { inStore: { own: exporters }, input: oneProduct },
  'export.productsEstimate': { inStore: { own: exporters }, input: oneProduct },
  'export.productsPreview': { inStore: { own: exporters }, input: oneProduct },
}

let stage: Stage
let world: World
beforeAll(async () => {
  stage = await createStage()
  world = stage.world
})
afterAll(() => world[Symbol.asyncDispose]())

async function overRest(caller: Caller, { method, url }: Endpoint, input: object): Promise<number> {
  const inPath = [...url.matchAll(/\{(\w+)\}/g)].flatMap((match) => match[1] ?? [])
  const values = new Map(Object.entries(input))
  const path = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values.get(name)))
  const body = Object.fromEntries([...values].filter(([name]) => !inPath.includes(name)))
  const takesBody = method === 'POST' || method === 'PUT'
  return (await caller.rest(method, path, ...(takesBody ? [body] : []))).status
}

function denied(principal: Principal, relation: Relation | Standing | null, isHidden = false): number {
  if (['anonymous', 'pending', 'deactivated'].includes(principal)) return 401
  return relation === 'foreign' || relation === 'missing' || isHidden ? 404 : 403
}

function allowedBy(row: Row, relation: Relation | Standing | null): Principal[] {
  if ('allowed' in row) return row.allowed
  const listed: Partial<Record<string, Principal[]>> = 'inStore' in row ? row.inStore : row.onUser
  return (relation && listed[relation]) ?? []
}

type Outcome = { allowed: boolean; status: number }

/** An inactive store's shop is not called: people with rights in it get 404. */
function expected({ endpoint, row, principal, relation }: Cell): Outcome {
  if (allowedBy(row, relation).includes(principal)) return { allowed: true, status: endpoint.status ?? 200 }
  const worksThere = relation === 'inactive' && allowedBy(row, 'own').includes(principal)
  const findsNobody = (relation === 'nobody' || relation === 'elsewhere') && allowedBy(row, 'lower').includes(principal)
  return { allowed: false, status: worksThere || findsNobody ? 404 : denied(principal, relation, row.hiddenFrom?.includes(principal)) }
}

/** One entry counts a repeated refusal within a minute. */
async function denials(): Promise<number> {
  const { db } = world.deps.database
  const [counted] = await db
    .select({ calls: sum(auditEntries.repeats) })
    .from(auditEntries)
    .where(eq(auditEntries.decision, 'denied'))
  return Number(counted?.calls ?? 0)
}

async function targetOf(row: Row, principal: Principal, relation: Relation | Standing, isRemoved: boolean): Promise<string | null> {
  if ('onUser' in row) return somebody(stage, principal, standings.find((standing) => standing === relation) ?? 'nobody')
  return storeFor(stage, principal, relations.find((known) => known === relation) ?? 'missing', isRemoved)
}

/** The id of the caller's own object, for calls about such objects. Empty for other calls. */
const ownThing = async (row: Row, { userId }: Caller) => ('allowed' in row && userId ? ((await row.own?.(userId)) ?? '') : '')

/** A key survives the end of its person's sessions. */
async function signInAgain(principal: Principal) {
  if (principal === 'ownerKey' || principal === 'narrowKey') return
  const { token } = await world.signIn(`${principal}@matrix.test`)
  stage.callers.set(principal, world.caller(token, stage.callers.get(principal)?.userId))
}

type Cell = { endpoint: Endpoint; row: Row; principal: Principal; relation: Relation | Standing | null }

/** Calls over both transports, as another caller if one is given. */
async function check({ endpoint, row, principal, relation }: Cell, { allowed, status }: Outcome, stand?: Caller) {
  for (const transport of ['rest', 'trpc'] as const) {
    const caller = stand ?? stage.callers.get(principal)
    if (!caller) throw new Error(`nobody plays ${principal}`)
    const isRemoved = endpoint.path === 'stores.remove' && allowed
    const id = relation ? await targetOf(row, principal, relation, isRemoved) : await ownThing(row, caller)
    if (id === null) return
    const input = (await row.input?.(id, principal)) ?? {}
    const [calls, entries] = [world.sandbox.requests.length, await denials()]
    const answered = transport === 'rest' ? await overRest(caller, endpoint, input) : (await caller.trpc(endpoint.path, input)).status
    // Only REST serves files, and a success over tRPC is always 200.
    const wanted =
      transport === 'trpc' && allowed
        ? endpoint.isDownload
          ? 400
          : 200
        : transport === 'trpc' && endpoint.isDownload && status !== 401
          ? 400
          : status
    expect({ transport, status: answered }).toEqual({ transport, status: wanted })
    const endsOwn = endpoint.path === 'profile.endAllSessions' || (endpoint.path === 'users.endSessions' && relation === 'self')
    if (endsOwn && allowed) await signInAgain(principal)
    await world.deps.keptFigures.settled()
    if (allowed) continue
    expect(world.sandbox.requests.length - calls, 'calls to shops for somebody who may not').toBe(0)
    if (answered === 403 || answered === 404) expect((await denials()) - entries, 'audit entries of the denial').toBe(1)
  }
}

test('every procedure has a row', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(endpoints.map((endpoint) => endpoint.path).toSorted())
})

describe.each(endpoints.map((endpoint) => ({ path: endpoint.path, endpoint })))('$path', ({ path, endpoint }) => {
  const row = matrix[path]
  if (!row) throw new Error(`${path} has no row`)
  const columns = 'allowed' in row ? [null] : 'inStore' in row ? relations : standings
  const cells = principals.flatMap((principal) => columns.map((relation) => ({ endpoint, row, principal, relation })))
  test.each(cells)('$principal, $relation', (cell) => check(cell, expected(cell)))
})

describe.each(endpoints.filter(({ path }) => path in opensTo).map((endpoint) => ({ path: endpoint.path, endpoint })))(
  '$path',
  ({ path, endpoint }) => {
    const [row, opens] = [matrix[path], opensTo[path]]
    if (!row || !opens) throw new Error(`${path} has no row`)
    test.each(permissions)('a key for %s', (permission) => {
      const allowed = opens.permissions.includes(permission)
      const cell = { endpoint, row, principal: 'ownerKey', relation: opens.relation } as const
      return check(cell, { allowed, status: allowed ? (endpoint.status ?? 200) : 403 }, stage.keys.get(permission))
    })
  },
)
