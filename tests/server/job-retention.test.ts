// Files of jobs whose removal fails.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeExpiredFiles } from '#server/jobs/retention.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const monthMs = 31 * 24 * 3_600_000

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

const files = async () => (await readdir(world.exports)).length

/** Makes so many files that are over. */
async function expired(count: number) {
  const config = { fields: ['Title'], maxItemsPerFile: 1 }
  for (let made = 0; made < count; made += 1) await owner.rest('POST', '/products/export', { storeId: world.stores.north, config })
  await world.work()
  expect(await files()).toBe(count)
  world.clock.now += monthMs
}

/** A round in which some removals fail. Returns how many were tried. */
async function roundWith(isFailing: (turn: number) => boolean) {
  const { deps } = world
  let tried = 0
  async function remove(run: Parameters<typeof deps.files.remove>[0]) {
    tried += 1
    if (isFailing(tried)) throw new Error('the file is held open')
    await deps.files.remove(run)
  }
  await expect(removeExpiredFiles({ ...deps, files: { ...deps.files, remove } }, 30)).rejects.toThrow('could not be removed')
  return tried
}

test('files that cannot be removed hold up no others, and are removed by a later round', async () => {
  await expired(7)
  expect(await roundWith((turn) => [1, 4].includes(turn))).toBe(7)
  expect(await files()).toBe(2)
  await removeExpiredFiles(world.deps, 30)
  expect(await files()).toBe(0)
})

test('where the storage is away, a round ends after a few', async () => {
  await expired(7)
  expect(await roundWith(() => true)).toBe(5)
  await removeExpiredFiles(world.deps, 30)
  expect(await files()).toBe(0)
})
