// Every procedure of the router, for every kind of principal and every relation to a store or to a teammate, over both transports. The
// rows list the permitted calls; an unlisted cell means deny, and a procedure without a row fails.
import { eq, sum } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { endpoints, type Endpoint } from '#server/http/endpoints.ts'
import { permissions } from '#shared/access.ts'
import { accessRows, type Row } from '#tests/support/access-rows.ts'
import { opensTo } from '#tests/support/opens-to.ts'
import { principals, relations, standings, type Principal, type Relation, type Standing } from '#tests/support/principals.ts'
import { createStage, somebody, storeFor, type Stage } from '#tests/support/stage.ts'
import type { Caller, World } from '#tests/support/world.ts'

let stage: Stage
let world: World
const matrix = accessRows(() => stage)
beforeAll(async () => {
  stage = await createStage()
  world = stage.world
})
afterAll(() => world[Symbol.asyncDispose]())

/** A stream does not end by itself. */
async function statusOfStream(caller: Caller, url: string): Promise<number> {
  const { status, stream } = await caller.open(url)
  stream.destroy()
  return status
}

async function overRest(caller: Caller, { method, url, isStream }: Endpoint, input: object): Promise<number> {
  if (isStream) return statusOfStream(caller, url)
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
    // Only REST serves files and streams, and a success over tRPC is always 200.
    const isRestOnly = Boolean(endpoint.isDownload ?? endpoint.isStream)
    const wanted =
      transport === 'trpc' && allowed ? (isRestOnly ? 400 : 200) : transport === 'trpc' && isRestOnly && status !== 401 ? 400 : status
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
