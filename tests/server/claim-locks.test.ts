// Workers that want the same jobs at the same moment, where rows are locked: on Postgres.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withClient } from '#drizzle/postgres-connection.ts'
import { permissions } from '#shared/access.ts'
import { claimJobs } from '#server/jobs/claim-repo.ts'
import { enqueue } from '#server/jobs/service.ts'
import { defaultCaps } from '#server/jobs/slots.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
})
afterEach(() => world[Symbol.asyncDispose]())

async function add(user: string, storeId: string): Promise<string> {
  world.clock.now += 1
  const viewer = { id: user, grants: [{ storeId: null, level: 100, permissions }] }
  return (await enqueue(world.deps, viewer, { type: 'order_export', payload: {}, storeIds: [storeId] })).id
}

async function claim(worker: string): Promise<string[]> {
  const { database, sharedClock: clock } = world.deps
  return (await claimJobs(database, worker, 2, { caps: defaultCaps, clock, leaseMs: 60_000 })).map(({ id }) => id)
}

test('a job that another transaction holds keeps no worker waiting', async () => {
  const held = await add('one', world.stores.north)
  const other = await add('another', world.stores.harbor)
  await withClient(world.databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('select id from jobs where id = $1 for update', [held])
    expect(await claim('worker')).toEqual([other])
    // Nor does it wait where there is nothing else.
    expect(await claim('worker')).toEqual([])
    await client.query('commit')
  })
  expect(await claim('worker')).toEqual([held])
})

test('a worker takes the jobs behind those that another transaction holds, and no more than it asked for', async () => {
  const held = [await add('one', world.stores.north), await add('two', world.stores.harbor)]
  const behind = [await add('three', world.stores.north), await add('four', world.stores.harbor)]
  const last = await add('five', world.stores.print)
  await withClient(world.databaseUrl, async (client) => {
    await client.query('begin')
    await client.query('select id from jobs where id = any($1) for update', [held])
    expect(await claim('worker')).toEqual(behind)
    await client.query('commit')
  })
  // Each of the stores has a slot left.
  expect(await claim('worker')).toEqual(held)
  expect(await claim('worker')).toEqual([last])
})

test('workers that want the same jobs take each once', async () => {
  const all = []
  for (let index = 0; index < 12; index += 1)
    all.push(await add(`user ${index}`, world.stores.north), await add(`user ${index}`, world.stores.harbor))
  const taken: string[] = []
  const worker = async (name: string) => {
    for (let ids = await claim(name); ids.length > 0; ids = await claim(name)) taken.push(...ids)
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(worker))
  expect(new Set(taken).size).toBe(taken.length)
  // Two of each store. The others wait for their slots.
  expect(taken).toHaveLength(2 * defaultCaps.perStore)
  expect(all).toEqual(expect.arrayContaining(taken))
})
