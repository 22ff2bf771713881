// What an API key reads, marks and hears of its person's notifications: those about stores whose exports it sees itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '#shared/access.ts'
import { NotificationListResponse } from '#shared/notifications.ts'
import { raise } from '#server/notifications/service.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
  for (const store of ['north', 'harbor'] as const) await problemIn([world.stores[store]], store)
  await problemIn([world.stores.north, world.stores.harbor], 'both')
})
afterAll(() => world[Symbol.asyncDispose]())

async function problemIn(storeIds: readonly string[], schedule: string) {
  world.clock.now += 1_000
  const text = { code: 'schedule.empty', schedule } as const
  await raise(world.deps, { userIds: [owner.userId], key: `schedule:${schedule}:empty`, kind: 'empty', text, link: '/jobs', storeIds })
}
async function keyOf(permissions: Permission[], store_ids: string[] | null): Promise<Caller> {
  const { body } = await owner.rest('POST', '/users/me/api-keys', { name: 'Script', permissions, store_ids })
  return world.caller((body as { data: { token: string } }).data.token)
}
const listed = async (caller: Caller, query = '') =>
  NotificationListResponse.parse(((await caller.rest('GET', `/notifications${query}`)).body as { data: unknown }).data)
const named = async (caller: Caller) => {
  const { notifications, unread } = await listed(caller)
  return [notifications.flatMap(({ text }) => ('schedule' in text ? text.schedule : [])), unread]
}
const exporting: Permission[] = ['products:read', 'products:export', 'orders:read', 'orders:export']

test.each<[string, Permission[], 'harbor' | null, string[]]>([
  ['of other permissions', ['tracking:read'], null, []],
  ['of other permissions and a store', ['tracking:read'], 'harbor', []],
  ['of one type of export', ['products:read', 'products:export'], null, []],
  ['of a store that may export', exporting, 'harbor', ['harbor']],
  ['of a store that may list jobs', ['settings:read'], 'harbor', ['harbor']],
  ['without a limit of stores', exporting, null, ['both', 'harbor', 'north']],
])('a key %s reads no more than the exports that it sees', async (_, permissions, store, expected) => {
  const key = await keyOf(permissions, store && [world.stores[store]])
  expect(await named(key)).toEqual([expected, expected.length])
  expect(await named(owner)).toEqual([['both', 'harbor', 'north'], 3])
})

test('pages of a key follow each other, without what it does not see', async () => {
  await problemIn([world.stores.harbor], 'later')
  const key = await keyOf(exporting, [world.stores.harbor])
  const first = await listed(key, '?limit=1')
  const second = await listed(key, `?limit=1&cursor=${first.nextCursor}`)
  expect([first, second].map(({ notifications }) => notifications[0]?.text)).toMatchObject([{ schedule: 'later' }, { schedule: 'harbor' }])
  expect(second.nextCursor).toBeNull()
})

test('a key hears of those problems alone', async () => {
  const hears = async (caller: Caller) => {
    const { stream } = await caller.open('/events')
    let text = ''
    stream.on('data', (chunk) => (text += String(chunk)))
    return { text: () => text, close: () => stream.destroy() }
  }
  const [narrow, wide] = [await keyOf(['tracking:read'], [world.stores.harbor]), await keyOf(exporting, null)]
  const [listener, other] = [await hears(narrow), await hears(wide)]
  await problemIn([world.stores.north], 'Secret plan')
  await expect.poll(other.text, { timeout: 10_000 }).toContain('Secret plan')
  // Its place in the stream is behind the event.
  const place = /id: (\d+)\nevent/.exec(other.text())?.[1]
  await expect.poll(listener.text, { timeout: 10_000 }).toContain(`id: ${place}\n`)
  expect(listener.text()).not.toContain('event:')
  listener.close()
  other.close()
})

test('a key marks nothing that it does not see', async () => {
  const ids = (await listed(owner)).notifications.map(({ id }) => id)
  const mark = async (caller: Caller, body: object) => (await caller.rest('POST', '/notifications/read', body)).body
  const narrow = await keyOf(['tracking:read'], [world.stores.harbor])
  for (const body of [{ all: true }, { ids }]) expect(await mark(narrow, body)).toMatchObject({ data: { unread: 0 } })
  expect(await listed(owner)).toMatchObject({ unread: ids.length })
  expect(await mark(await keyOf(exporting, [world.stores.harbor]), { all: true })).toMatchObject({ data: { unread: 0 } })
  expect((await listed(owner)).notifications.filter(({ readAt }) => readAt === null).map(({ text }) => text)).not.toContainEqual(
    expect.objectContaining({ schedule: 'harbor' }),
  )
  expect(await listed(owner)).toMatchObject({ unread: ids.length - 2 })
})

test('a problem that goes on about other stores is about those', async () => {
  await problemIn([world.stores.north], 'harbor')
  const key = await keyOf(exporting, [world.stores.harbor])
  expect((await named(key))[0]).toEqual(['later'])
})
