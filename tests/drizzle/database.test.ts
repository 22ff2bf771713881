import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { openDatabase } from '#drizzle/open.ts'
import { dialect } from '#drizzle/dialect.ts'
import { roles, settings } from '#drizzle/schema.ts'
import { roles as definitions } from '#shared/roles.ts'
import { freshDatabase, type FreshDatabase } from '../../scripts/fresh-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'database-'))
let home: FreshDatabase
let database: Database
beforeAll(async () => {
  home = await freshDatabase(folder)
  database = await openDatabase(home.url)
})
afterAll(async () => {
  await database.close()
  await home[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

/** A statement that drizzle's query builder cannot express. */
async function carryOut({ native }: Database, statement: string) {
  const { $client } = native as { $client: { exec?: (text: string) => void; query?: (text: string) => Promise<unknown> } }
  $client.exec?.(statement)
  await $client.query?.(statement)
}

test('the roles are seeded, and a second start changes nothing', async () => {
  const again = await openDatabase(home.url)
  const rows = await again.db.select().from(roles).orderBy(asc(roles.level))
  await again.close()
  expect(rows.map((row) => [row.id, row.level, row.permissions])).toEqual(
    definitions.toReversed().map((role) => [role.id, role.level, [...role.permissions]]),
  )
})

test('a program that is older than its database refuses to open it, in one sentence', async () => {
  const other = await freshDatabase(mkdtempSync(join(folder, 'newer-')))
  const opened = await openDatabase(other.url)
  const table = dialect === 'sqlite' ? '__drizzle_migrations' : 'drizzle.__drizzle_migrations'
  const name = '20990101000000_future'
  await carryOut(opened, `insert into ${table} (hash, created_at, name) values ('f', 4070908800000, '${name}')`)
  await opened.close()
  await expect(openDatabase(other.url)).rejects.toThrow(`used by a newer version of this program (it holds the migration ${name})`)
  await other[Symbol.asyncDispose]()
})

test('a batch is all or nothing, and a taken value is told as such on either database', async () => {
  const insert = database.batch((db) => [
    db.insert(settings).values({ key: 'one', value: 1 }).returning(),
    db.insert(settings).values({ key: 'one', value: 2 }).returning(),
  ])
  await expect(insert.catch((error: unknown) => Promise.reject(translated(error)))).rejects.toBeInstanceOf(UniqueViolation)
  expect(await database.db.$count(settings, eq(settings.key, 'one'))).toBe(0)
  const [first, second] = await database.batch((db) => [
    db
      .insert(settings)
      .values({ key: 'two', value: { deep: [1] } })
      .returning(),
    db.select().from(settings),
  ])
  expect(first).toEqual([{ key: 'two', value: { deep: [1] } }])
  expect(second).toHaveLength(1)
})

test('changes that wait for each other in a circle are all made', async () => {
  await database.db.insert(settings).values([
    { key: 'left', value: 0 },
    { key: 'right', value: 0 },
  ])
  const change = (value: number, keys: readonly string[]) =>
    database.batch((db) =>
      keys.map((key) => db.update(settings).set({ value }).where(eq(settings.key, key)).returning({ value: settings.value })),
    )
  const made = await Promise.all([change(1, ['left', 'right']), change(2, ['right', 'left'])])
  expect(made).toEqual([
    [[{ value: 1 }], [{ value: 1 }]],
    [[{ value: 2 }], [{ value: 2 }]],
  ])
  const [left, right] = await database.db
    .select()
    .from(settings)
    .where(inArray(settings.key, ['left', 'right']))
  expect(left?.value).toBe(right?.value)
})
