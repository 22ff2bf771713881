// A connection to Postgres that breaks between two statements: the next statement throws, and nothing else happens.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientBase } from 'pg'
import { openCopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

/** Has the server end a connection while it has nothing to do, and uses it again. */
async function breakAndUse(client: ClientBase) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  // Not by `once` of node:events, which hears of errors as well.
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await withClient(world.databaseUrl, (other) => other.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
  await ended
  await client.query('select 1')
}

test('one outside the pool', async () => {
  await expect(withClient(world.databaseUrl, breakAndUse)).rejects.toThrow()
})

test('one of the pool, which gives another the next time', async () => {
  const pool = openCopyPool(world.databaseUrl, 1)
  await expect(pool.onOne(breakAndUse)).rejects.toThrow()
  expect(await pool.rows('select 1 as one')).toEqual([{ one: 1 }])
  await pool.close()
})
