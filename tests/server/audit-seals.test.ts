// Closed minutes of the audit log are sealed in a chain, which reveals later changes.
import { spawnSync } from 'node:child_process'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditEntries, auditSeals } from '#drizzle/audit-tables.ts'
import { settings } from '#drizzle/schema.ts'
import { record } from '#server/audit/record-repo.ts'
import { purgeAudit } from '#server/seals/purge.ts'
import { createAuditSeal } from '#server/seals/seal.ts'
import { sealClosedMinutes } from '#server/seals/sealing.ts'
import { verifyAudit } from '#server/seals/verify.ts'
import { appSecret, createWorld, type World } from '#tests/support/world.ts'

const minuteMs = 60_000
const start = Date.UTC(2026, 0, 31, 10)
const minute = (number: number) => new Date(start + number * minuteMs)

let world: World
beforeEach(async () => {
  world = await createWorld()
  world.clock.now = start
  for (const number of [0, 1, 3]) {
    world.clock.now = minute(number).getTime()
    for (const target of ['a', 'b']) await write(target)
  }
  world.clock.now = minute(10).getTime()
})
afterEach(() => world[Symbol.asyncDispose]())

const entry = { actorId: 'somebody', action: 'users.update', decision: 'allowed', door: 'rest', requestId: 'one' } as const
function write(target: string) {
  const at = new Date(world.clock.now)
  return record(world.deps.database.db, { ...entry, at, target, details: { z: 1.5, a: { y: [null, 'é'], x: -0 } } })
}
const seals = () => world.deps.database.db.select().from(auditSeals).orderBy(auditSeals.minute)
const differing = async () => (await verifyAudit(world.deps)).difference

test('each closed minute with entries has one seal, whoever seals it, and the present one has none', async () => {
  await write('c')
  await Promise.all([1, 2, 3].map(() => sealClosedMinutes(world.deps)))
  const made = await seals()
  expect(made.map((seal) => [seal.minute, seal.entries])).toEqual([0, 1, 3].map((number) => [minute(number), 2]))
  expect(made.map(({ previousHash }) => previousHash)).toEqual(['beginning', made[0]?.hash, made[1]?.hash])
  expect(await verifyAudit(world.deps)).toEqual({ minutes: 3, entries: 6, difference: null })
  world.clock.now = minute(12).getTime()
  await sealClosedMinutes(world.deps)
  expect(await seals()).toHaveLength(3)
  world.clock.now = minute(13).getTime()
  await sealClosedMinutes(world.deps)
  expect(await verifyAudit(world.deps)).toEqual({ minutes: 4, entries: 7, difference: null })
})

const db = () => world.deps.database.db
const inMinute = (number: number) => eq(auditEntries.at, minute(number))
test.each([
  ['changed', 1, async () => db().update(auditEntries).set({ target: 'c' }).where(inMinute(1))],
  ['changed', 1, async () => db().update(auditEntries).set({ repeats: 2 }).where(inMinute(1))],
  ['changed', 0, async () => db().update(auditEntries).set({ details: null }).where(inMinute(0))],
  [
    'removed',
    1,
    async () =>
      db()
        .update(auditEntries)
        .set({ at: minute(3) })
        .where(inMinute(1)),
  ],
  ['removed', 3, async () => db().delete(auditEntries).where(inMinute(3))],
  ['added', 0, async () => record(db(), { ...entry, at: minute(0), target: 'c', details: null })],
  ['seal missing', 2, async () => record(db(), { ...entry, at: minute(2), target: 'c', details: null })],
  [
    'seal missing',
    0,
    async () =>
      db()
        .delete(auditSeals)
        .where(eq(auditSeals.minute, minute(0))),
  ],
  [
    'seal missing',
    3,
    async () => {
      await db()
        .delete(auditSeals)
        .where(eq(auditSeals.minute, minute(1)))
      await db().delete(auditEntries).where(inMinute(1))
    },
  ],
  [
    'changed',
    1,
    async () => {
      await db().delete(auditEntries).where(inMinute(1))
      await db()
        .update(auditSeals)
        .set({ entries: 0 })
        .where(eq(auditSeals.minute, minute(1)))
    },
  ],
])('%s: minute %i', async (what, number, tamper) => {
  await sealClosedMinutes(world.deps)
  await tamper()
  expect(await differing()).toEqual({ minute: minute(number), what })
})

/** The code of `npm run audit:verify`, in a separate process. */
function verified(given: Record<string, string> = {}) {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, APP_SECRET: appSecret, ...given }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit-verify.ts'], { env, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}`.trim() }
}

test('the command says how much is as it was sealed, or which minute is not', async () => {
  await sealClosedMinutes(world.deps)
  expect(verified()).toEqual({ status: 0, said: '3 minutes, 6 entries, all as sealed' })
  await db().delete(auditEntries).where(inMinute(1))
  expect(verified()).toEqual({ status: 1, said: `${minute(1).toISOString()}: removed, after 1 minutes as sealed` })
})

test('another secret verifies nothing, a rotated one what it sealed before and since', async () => {
  const next = Buffer.alloc(32, 8).toString('base64')
  await sealClosedMinutes(world.deps)
  expect((await verifyAudit({ ...world.deps, auditSeal: createAuditSeal({ appSecret: next }) })).difference).toEqual({
    minute: minute(0),
    what: 'changed',
  })
  const rotated = { ...world.deps, auditSeal: createAuditSeal({ appSecret: next, previousSecrets: [appSecret] }) }
  await write('c')
  world.clock.now = minute(20).getTime()
  await sealClosedMinutes(rotated)
  expect(await verifyAudit(rotated)).toEqual({ minutes: 4, entries: 7, difference: null })
  expect(await differing()).toEqual({ minute: minute(10), what: 'changed' })
  expect(verified({ APP_SECRET: next })).toEqual({
    status: 1,
    said: `${minute(0).toISOString()}: changed, or sealed with a secret that is not given (APP_SECRET_PREVIOUS), after 0 minutes as sealed`,
  })
  expect(verified({ APP_SECRET: next, APP_SECRET_PREVIOUS: appSecret })).toMatchObject({ status: 0 })
})

test('a purge removes whole sealed minutes and leaves an anchor that the rest still stands on', async () => {
  await write('unsealed')
  await sealClosedMinutes(world.deps)
  await purgeAudit(world.deps, minute(2))
  const left = await db().select().from(auditEntries)
  expect(new Set(left.map(({ at }) => at.getTime()))).toEqual(new Set([3, 10].map((number) => minute(number).getTime())))
  expect(await verifyAudit(world.deps)).toEqual({ minutes: 1, entries: 2, difference: null })
  await purgeAudit(world.deps, minute(20))
  expect(await seals()).toEqual([])
  world.clock.now = minute(20).getTime()
  await sealClosedMinutes(world.deps)
  expect(await verifyAudit(world.deps)).toEqual({ minutes: 1, entries: 1, difference: null })
  const [anchor] = await db().select().from(settings).where(eq(settings.key, 'audit_anchor'))
  const value = { ...Object(anchor?.value), minute: minute(9).toISOString() }
  await db().update(settings).set({ value }).where(eq(settings.key, 'audit_anchor'))
  expect(await differing()).toEqual({ minute: minute(9), what: 'anchor changed' })
})

test('a refusal that repeats after its minute was sealed does not touch it', async () => {
  const denied = { ...entry, decision: 'denied', target: 'c', details: null } as const
  await record(db(), { ...denied, at: minute(3) })
  await sealClosedMinutes(world.deps)
  await record(db(), { ...denied, at: new Date(world.clock.now) })
  expect(await differing()).toBeNull()
  expect(await db().$count(auditEntries, sql`${auditEntries.decision} = 'denied'`)).toBe(2)
})
