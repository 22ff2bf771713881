// Every procedure of the router, for every kind of person and every relation to a store or to a teammate, on both doors. The table below lists
// what is allowed; a cell that is not listed means deny, and a procedure without a row fails.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '#drizzle/job-tables.ts'
import { auditEntries, users } from '#drizzle/schema.ts'
import { enqueue } from '#server/jobs/service.ts'
import { endpoints, type Endpoint } from '#server/endpoints.ts'
import { createTemplate } from '#server/export/templates.ts'
import { createStore } from '#server/stores/service.ts'
import { permissions } from '#shared/access.ts'
import type { RoleName } from '#shared/roles.ts'
import { StoreCreateRequest } from '#shared/stores.ts'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { newApiKey, newSession } from '#tests/support/belongings.ts'
import {
  editors,
  anybody,
  everybody,
  exporters,
  inPerson,
  leaders,
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
import { createWorld, password, storeRequest, testShops, type Caller, type World } from '#tests/support/world.ts'

/** `isHidden`: for those who may not, it is as if it were not there. */
type Row = { input?: (id: string, principal: Principal) => object | Promise<object>; isHidden?: boolean } & (
  | { allowed: Principal[]; own?: (userId: string) => Promise<string> }
  | { inStore: Partial<Record<Relation, Principal[]>> }
  | { onUser: Partial<Record<Standing, Principal[]>> }
)
const onAllUpTo = (people: Principal[]) => ({ self: people, lower: people, equal: people })
/** For oneself: the roles one has already, which nobody minds. For others: a low one. */
function newRoles(id: string, principal: Principal) {
  const isSelf = callers.get(principal)?.userId === id
  return { id, roles: [{ role_id: isSelf && principal !== 'anonymous' ? roleOf[principal] : 'staff', store_id: null }] }
}
const othersUpTo = (people: Principal[]) => ({ lower: people, equal: people })
const invitation = () => ({
  email: `${crypto.randomUUID()}@matrix.test`,
  full_name: 'New',
  role_id: 'viewer',
  store_ids: [world.stores.north],
})

const ownerGrants = [{ storeId: null, level: 100, permissions }]
const byId = (id: string) => ({ id })
const fields = ['Product Id']
/** Every test shop has them: they are alike but for their names. */
const productId = catalogueOf(testShops.north).products[0]?.id ?? ''
const orderId = ordersOf(testShops.north)[0]?.id ?? ''
const withJobs: Row = {
  inStore: { own: storeReaders, inactive: storeReaders, missing: leaders },
  isHidden: true,
}
const template = () => ({ name: crypto.randomUUID(), type: 'product' as const, columns: ['Title'] })
/** Somebody else's. */
const newTemplate = async () => byId((await createTemplate(world.deps, { id: 'nobody', grants: ownerGrants }, template())).id)
const demoSheet = { url: 'https://docs.google.com/spreadsheets/d/demo-exports/edit' }
const oneOrder = (storeId: string) => ({ storeIds: [storeId], columns: ['orderName'], orderIds: [orderId] })
function oneOrderInSheet(storeId: string) {
  // Google takes 60 writes a minute.
  world.clock.now += 10_000
  return { ...oneOrder(storeId), ...demoSheet }
}
const matrix: Record<string, Row> = {
  'profile.get': { allowed: anybody },
  'profile.update': { allowed: inPerson, input: () => ({ department: 'Support' }) },
  'profile.apiKeys': { allowed: inPerson },
  'profile.createApiKey': { allowed: inPerson, input: () => ({ name: 'Script', permissions: ['products:read'] }) },
  'profile.revokeApiKey': { allowed: inPerson, own: (userId) => newApiKey(world.deps.database.db, userId), input: byId },
  'profile.sessions': { allowed: inPerson },
  'profile.endSession': { allowed: inPerson, own: (userId) => newSession(world.deps.database.db, userId), input: byId },
  'profile.endAllSessions': { allowed: inPerson },
  'settings.audit': { allowed: ['admin', 'owner'] },
  'settings.auditCsv': { allowed: ['admin', 'owner'] },
  'settings.get': { allowed: anybody },
  'settings.update': { allowed: ['owner'], input: () => ({ logo_url: null }) },
  'stores.list': { allowed: storeReaders },
  'stores.create': { allowed: leaders, input: () => storeRequest('north', { name: crypto.randomUUID() }) },
  'stores.get': { inStore: { own: storeReaders, inactive: storeReaders }, input: byId },
  'stores.test': { inStore: { own: storeReaders, inactive: storeReaders }, input: byId },
  'stores.update': { inStore: { own: leaders, inactive: leaders }, input: (id) => ({ id, timezone: 'Europe/Berlin' }) },
  'stores.remove': { inStore: { own: leaders, inactive: leaders }, input: byId },
  'users.list': { allowed: leaders },
  'users.roles': { allowed: leaders },
  'users.invite': { allowed: leaders, input: invitation },
  'users.get': { onUser: { ...onAllUpTo(leaders), higher: ['admin'] }, input: byId },
  'users.update': { onUser: onAllUpTo(leaders), input: (id) => ({ id, department: 'Support' }) },
  'users.setRoles': { onUser: onAllUpTo(leaders), input: newRoles },
  'users.deactivate': { onUser: othersUpTo(owners), input: byId },
  'users.remove': { onUser: othersUpTo(owners), input: byId },
  'products.list': { inStore: { own: everybody }, input: (storeId) => ({ storeId, limit: 1 }) },
  'products.metadata': { inStore: { own: everybody }, input: (storeId) => ({ storeId }) },
  'products.create': { inStore: { own: editors }, input: (storeId) => ({ storeId, title: 'New' }) },
  'products.update': { inStore: { own: editors }, input: (storeId) => ({ storeId, productId, vendor: 'New' }) },
  'orders.list': { inStore: { own: everybody }, input: (storeId) => ({ storeIds: [storeId], limit: 1 }) },
  'orders.get': { inStore: { own: everybody }, input: (storeId) => ({ storeId, orderId }) },
  'export.sheets.verify': { allowed: exporters, input: () => demoSheet },
  'export.sheets.validate': { allowed: exporters, input: () => demoSheet },
  'export.products': { inStore: { own: exporters }, input: (storeId) => ({ storeId, config: { fields, maxItemsPerFile: 1 } }) },
  'export.orders.start': { inStore: { own: exporters }, input: oneOrder },
  'export.orders.csv': { inStore: { own: exporters }, input: oneOrder },
  'export.orders.sheet': { inStore: { own: exporters }, input: oneOrderInSheet },
  'export.orders.preview': { inStore: { own: exporters }, input: oneOrder },
  'export.jobs.list': { allowed: storeReaders },
  'export.jobs.get': { ...withJobs, input: async (storeId) => byId(await jobOf(storeId)) },
  'export.jobs.cancel': { ...withJobs, input: async (storeId) => byId(await jobOf(storeId)) },
  'export.jobs.retry': { ...withJobs, input: async (storeId) => byId(await jobOf(storeId, { status: 'failed' })) },
  'export.jobs.file': { ...withJobs, input: fileOf },
  'export.templates.list': { allowed: everybody },
  'export.templates.get': { allowed: everybody, input: newTemplate },
  'export.templates.create': { allowed: exporters, input: template },
  'export.templates.update': { allowed: leaders, input: async () => ({ ...(await newTemplate()), columns: ['Handle'] }) },
  'export.templates.remove': { allowed: leaders, input: newTemplate },
  'export.productsCsv': { inStore: { own: exporters }, input: (storeId) => ({ storeId, config: { fields, maxItemsPerFile: 1 } }) },
}

let world: World
let inactive: string
const callers = new Map<Principal, Caller>()

const newStore = async (change: object = {}) =>
  (await createStore(world.deps, StoreCreateRequest.parse(storeRequest('north', { name: crypto.randomUUID(), ...change })))).id

/** Keys of an owner for all stores: the strongest that there can be, with every permission, and one whose permission no call asks for. */
async function keyOf(owner: Caller, principal: 'ownerKey' | 'narrowKey'): Promise<Caller> {
  const held = principal === 'ownerKey' ? permissions : ['tracking:read']
  const { body } = await owner.rest('POST', '/users/me/api-keys', { name: principal, permissions: held })
  return world.caller((body as { data: { token: string } }).data.token, owner.userId)
}

async function addPrincipal(principal: Exclude<Principal, 'anonymous'>) {
  const role = roleOf[principal]
  const own = principal === 'managerElsewhere' ? world.stores.harbor : world.stores.north
  const everywhere = role === 'owner' || role === 'admin'
  const storeIds = everywhere ? [null] : [own, inactive]
  const email = `${principal}@matrix.test`
  const userId = await world.person({ email, password, assignments: storeIds.map((storeId) => ({ role, storeId })) })
  const caller = world.caller((await world.signIn(email)).token, userId)
  const isKey = principal === 'ownerKey' || principal === 'narrowKey'
  callers.set(principal, isKey ? await keyOf(caller, principal) : caller)
}

beforeAll(async () => {
  world = await createWorld()
  inactive = await newStore({ active: false })
  callers.set('anonymous', world.caller(null))
  for (const principal of principals) if (principal !== 'anonymous') await addPrincipal(principal)
  const { db } = world.deps.database
  await db.update(users).set({ confirmedAt: null }).where(eq(users.email, 'pending@matrix.test'))
  await db.update(users).set({ isActive: false }).where(eq(users.email, 'deactivated@matrix.test'))
})
afterAll(() => world[Symbol.asyncDispose]())

/** Somebody else's export from the store. */
async function jobOf(storeId: string, change: Partial<typeof jobs.$inferInsert> = {}): Promise<string> {
  const { db } = world.deps.database
  const made = { type: 'product_export', payload: { storeId, config: { fields } }, storeIds: [storeId] } as const
  const { id } = await enqueue(world.deps, { id: 'somebody', grants: [{ storeId: null, level: 100, permissions }] }, made)
  if (Object.keys(change).length > 0) await db.update(jobs).set(change).where(eq(jobs.id, id))
  return id
}

async function fileOf(storeId: string) {
  const fileId = `${crypto.randomUUID()}.1`
  const file = { id: fileId, name: 'a.csv', rows: 1, bytes: 2, sha256: '' }
  writeFileSync(join(world.exports, `${fileId}.csv`), 'ab')
  return { id: await jobOf(storeId, { status: 'completed', files: [file] }), fileId }
}

const reachesAll = (principal: Principal) => leaders.includes(principal) || principal === 'narrowKey'

/** The store that stands in this relation to the person; removing needs one that may go. Null: there is no such store. */
async function target(principal: Principal, relation: Relation, isRemoved: boolean): Promise<string | null> {
  if (relation === 'missing') return crypto.randomUUID()
  if (relation === 'foreign')
    return reachesAll(principal) ? null : principal === 'managerElsewhere' ? world.stores.north : world.stores.harbor
  if (isRemoved) return newStore({ active: relation === 'own' })
  if (relation === 'inactive') return inactive
  return principal === 'managerElsewhere' ? world.stores.harbor : world.stores.north
}

const below: Partial<Record<RoleName, RoleName>> = { owner: 'admin', admin: 'manager', manager: 'staff', staff: 'viewer' }
const above: Partial<Record<RoleName, RoleName>> = { viewer: 'staff', staff: 'manager', manager: 'admin', admin: 'owner' }

/** Somebody new who stands in this relation to the person. Null: there is no such role. */
async function somebody(principal: Principal, standing: Standing): Promise<string | null> {
  if (standing === 'nobody') return crypto.randomUUID()
  if (standing === 'self') return callers.get(principal)?.userId || null
  const own = principal === 'anonymous' ? 'viewer' : roleOf[principal]
  const role = { lower: below[own], equal: own, higher: above[own] }[standing]
  return role ? world.person({ email: `${crypto.randomUUID()}@matrix.test`, password: null, assignments: [{ role, storeId: null }] }) : null
}

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

/** An inactive store's shop is not called: for those who may work in it, it is as if it were not there. */
function expected(endpoint: Endpoint, row: Row, principal: Principal, relation: Relation | Standing | null) {
  if (allowedBy(row, relation).includes(principal)) return { allowed: true, status: endpoint.status ?? 200 }
  const worksThere = relation === 'inactive' && allowedBy(row, 'own').includes(principal)
  const findsNobody = relation === 'nobody' && allowedBy(row, 'lower').includes(principal)
  return { allowed: false, status: worksThere || findsNobody ? 404 : denied(principal, relation, row.isHidden) }
}

const denials = async () => world.deps.database.db.$count(auditEntries, eq(auditEntries.decision, 'denied'))

async function targetOf(row: Row, principal: Principal, relation: Relation | Standing, isRemoved: boolean): Promise<string | null> {
  if ('onUser' in row) return somebody(principal, standings.find((standing) => standing === relation) ?? 'nobody')
  return target(principal, relations.find((known) => known === relation) ?? 'missing', isRemoved)
}

/** Something of one's own, for calls about such; no id for the others. */
const ownThing = async (row: Row, { userId }: Caller) => ('allowed' in row && userId ? ((await row.own?.(userId)) ?? '') : '')

async function signInAgain(principal: Principal) {
  const { token } = await world.signIn(`${principal}@matrix.test`)
  callers.set(principal, world.caller(token, callers.get(principal)?.userId))
}

async function check(endpoint: Endpoint, row: Row, principal: Principal, relation: Relation | Standing | null) {
  const { allowed, status } = expected(endpoint, row, principal, relation)
  for (const door of ['rest', 'trpc'] as const) {
    const caller = callers.get(principal)
    if (!caller) throw new Error(`nobody plays ${principal}`)
    const isRemoved = endpoint.path === 'stores.remove' && allowed
    const id = relation ? await targetOf(row, principal, relation, isRemoved) : await ownThing(row, caller)
    if (id === null) return
    const input = (await row.input?.(id, principal)) ?? {}
    const [calls, entries] = [world.sandbox.requests.length, await denials()]
    const answered = door === 'rest' ? await overRest(caller, endpoint, input) : (await caller.trpc(endpoint.path, input)).status
    // Files come over REST only, and a success over tRPC is always 200.
    const wanted =
      door === 'trpc' && allowed
        ? endpoint.isDownload
          ? 400
          : 200
        : door === 'trpc' && endpoint.isDownload && status !== 401
          ? 400
          : status
    expect({ door, status: answered }).toEqual({ door, status: wanted })
    if (endpoint.path === 'profile.endAllSessions' && allowed) await signInAgain(principal)
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
  const cells = principals.flatMap((principal) => columns.map((relation) => ({ principal, relation })))
  test.each(cells)('$principal, $relation', ({ principal, relation }) => check(endpoint, row, principal, relation))
})
