// The stream of events: who hears what, and how a listener resumes.
import type { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#drizzle/schema.ts'
import { createHousekeeping } from '#server/boot/housekeeping.ts'
import { eventMessages } from '#shared/event-messages.ts'
import { Event } from '#shared/events.ts'
import { limits } from '#shared/limits.ts'
import { settingKeys } from '#shared/settings.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
beforeAll(async () => {
  world = await createWorld()
  owner = await world.signedIn('owner')
})
afterAll(() => world[Symbol.asyncDispose]())

/** The fields of the messages of a stream, as they come. */
async function* messagesIn(stream: Readable): AsyncGenerator<Record<string, string>> {
  let text = ''
  for await (const chunk of stream) {
    text += String(chunk)
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts)
      yield Object.fromEntries(part.split('\n').map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]))
  }
}

type Heard = { id: string; event: Event }
type Listener = { next(): Promise<Heard>; place: string; close(): void }

/** Listens from now on, or after an event. */
async function listen(caller: Caller, after?: string): Promise<Listener> {
  const { status, stream } = await caller.open('/events', after === undefined ? {} : { 'last-event-id': after })
  expect(status).toBe(200)
  const messages = messagesIn(stream)
  const first = await messages.next()
  return {
    place: first.value?.['id'] ?? '',
    async next() {
      for (;;) {
        const { value, done } = await messages.next()
        if (done) throw new Error('the stream ended')
        if (value['data'] !== undefined) return { id: value['id'] ?? '', event: Event.parse(JSON.parse(value['data'])) }
      }
    },
    close: () => void stream.destroy(),
  }
}

type Answer = { data: { job: { id: string } } }
async function exported(caller: Caller, storeId: string): Promise<string> {
  const { body } = await caller.rest('POST', '/products/export', { storeId, config: { fields: ['Title'], maxItemsPerFile: 1 } })
  await world.work()
  return (body as Answer).data.job.id
}

test('a listener hears the end of a job', async () => {
  const listener = await listen(owner)
  const id = await exported(owner, world.stores.north)
  expect(await listener.next()).toMatchObject({ event: { type: 'job.completed', data: { jobId: id, rows: 1 } } })
  listener.close()
})

test('a listener who was away misses nothing, even without an event before', async () => {
  const first = await listen(owner)
  first.close()
  const id = await exported(owner, world.stores.north)
  const second = await listen(owner, first.place)
  const heard = await second.next()
  expect(heard.event.data).toMatchObject({ jobId: id })
  second.close()
  const later = await exported(owner, world.stores.harbor)
  const third = await listen(owner, heard.id)
  expect((await third.next()).event.data).toMatchObject({ jobId: later })
  third.close()
})

test('each hears what their rights show: own jobs, and those of stores whose jobs they may list', async () => {
  const staff = await world.signedIn('staff', 'north')
  const manager = await world.signedIn('manager', 'north')
  const elsewhere = await world.signedIn('manager', 'harbor')
  const [ofStaff, ofManager, ofElsewhere] = await Promise.all([staff, manager, elsewhere].map((caller) => listen(caller)))
  const others = await exported(owner, world.stores.north)
  const own = await exported(staff, world.stores.north)
  const last = await exported(owner, world.stores.harbor)
  const heard = async (listener: Listener | undefined, count: number) => {
    const ids: string[] = []
    while (ids.length < count) {
      const event = (await listener?.next())?.event
      if (event && 'jobId' in event.data) ids.push(event.data.jobId)
    }
    listener?.close()
    return ids
  }
  expect(await heard(ofStaff, 1)).toEqual([own])
  expect(await heard(ofManager, 2)).toEqual([others, own])
  expect(await heard(ofElsewhere, 1)).toEqual([last])
})

test('a store that fails is told to those who may see its state', async () => {
  const manager = await world.signedIn('manager', 'north')
  const listener = await listen(manager)
  world.sandbox.faults.add({ kind: 'status', status: 401 })
  for (const storeId of [world.stores.harbor, world.stores.north]) await owner.rest('POST', '/products/fetch', { storeId })
  world.sandbox.faults.clear()
  expect((await listener.next()).event).toMatchObject({ type: 'store.failing', data: { storeId: world.stores.north, state: 'refused' } })
  listener.close()
})

test('the stream ends with the right to be there', async () => {
  const manager = await world.signedIn('manager', 'north')
  const listener = await listen(manager)
  await owner.rest('PUT', `/users/${manager.userId}`, { is_active: false })
  const heard = listener.next().catch((error: unknown) => error)
  await exported(owner, world.stores.north)
  expect(await heard).toEqual(new Error('the stream ended'))
})

test('a place that is no number, unknown or removed is refused', async () => {
  const refused = async (after: string) => {
    const { body, status } = await owner.rest('GET', '/events', undefined, { 'last-event-id': after })
    const { code, message } = (body as { error: { code: string; message: string } }).error
    return [status, code, message]
  }
  expect(await refused('x')).toEqual([400, 'INVALID_CURSOR', eventMessages.noSuchPlace])
  expect(await refused('999999')).toEqual([410, 'EVENTS_GONE', expect.any(String)])
  world.clock.now += (limits.events.keepDays + 1) * 24 * 3_600_000
  const keep = { dataDir: world.folder, exportKeepDays: 30, jobsKeepDays: 90, auditKeepDays: 400 }
  await createHousekeeping(world.deps, keep)(new AbortController().signal)
  world.clock.now = Date.now()
  expect(await refused('0')).toEqual([410, 'EVENTS_GONE', expect.any(String)])
})

test('the stream of somebody who needs a second factor since, and has none, ends', async () => {
  const manager = await world.signedIn('manager', 'north')
  const listener = await listen(owner)
  expect((await owner.rest('PUT', '/settings', { second_factor_level: 100 })).status).toBe(200)
  const heard = listener.next().catch((error: unknown) => error)
  await exported(manager, world.stores.north)
  expect(await heard).toEqual(new Error('the stream ended'))
  await world.deps.database.db.delete(settings).where(eq(settings.key, settingKeys.secondFactorLevel))
})

test('streams come over REST only, to callers who are signed in, and to each only so many', async () => {
  expect((await owner.trpc('profile.events.listen')).status).toBe(400)
  expect((await world.caller(null).rest('GET', '/events')).status).toBe(401)
  const other = await world.signedIn('owner')
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const connect = async () => {
    const hangUp = new AbortController()
    const { status } = await fetch(`${address}/api/v1/events`, {
      headers: { authorization: `Bearer ${other.token}` },
      signal: hangUp.signal,
    })
    return { status, hangUp: () => hangUp.abort() }
  }
  const { caller } = limits.events.streams
  // A stream that nobody hears would keep its place for ever.
  const asked = { method: 'HEAD', headers: { authorization: `Bearer ${other.token}` } }
  for (let nth = 0; nth < caller; nth += 1) expect((await fetch(`${address}/api/v1/events`, asked)).status).toBe(200)
  const connections = await Promise.all(Array.from({ length: caller }, connect))
  expect(connections.map(({ status }) => status)).toEqual(connections.map(() => 200))
  expect(await other.rest('GET', '/events')).toMatchObject({ status: 429, body: { message: eventMessages.tooManyStreams } })
  connections[0]?.hangUp()
  await expect.poll(async () => (await connect()).status).toBe(200)
})
