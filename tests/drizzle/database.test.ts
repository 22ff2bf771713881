import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#drizzle/database.ts'
import { translated, UniqueViolation } from '#drizzle/errors.ts'
import { openDatabase } from '#drizzle/open.ts'
import { roles, settings } from '#drizzle/schema.ts'
import { roles as definitions } from '#shared/roles.ts'

const folder = mkdtempSync(join(tmpdir(), 'database-'))
const file = join(folder, 'inner', 'app.db')
let database: Database
beforeAll(async () => {
  database = await openDatabase(`file:${file}`)
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

test.each(['sqlite', 'postgres'])('the %s migrations are those of the schema', (dialect) => {
  const url = dialect === 'sqlite' ? 'file:unused' : 'postgres://unused'
  const { stdout } = spawnSync(
    'node_modules/.bin/drizzle-kit',
    ['generate', '--explain', '--output', 'json', '--config', 'drizzle/config.ts'],
    {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    },
  )
  expect(JSON.parse(stdout)).toMatchObject({ status: 'no_changes' })
})

test('the roles are seeded, and a second start changes nothing', async () => {
  const again = await openDatabase(`file:${file}`)
  const rows = await again.db.select().from(roles).orderBy(asc(roles.level))
  await again.close()
  expect(rows.map((row) => [row.id, row.level, row.permissions])).toEqual(
    definitions.toReversed().map((role) => [role.id, role.level, [...role.permissions]]),
  )
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

test('the file is for this user alone', () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'inner')).mode & 0o777).toBe(0o700)
})
