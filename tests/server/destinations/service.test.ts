import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { destinations } from '#drizzle/destination-tables.ts'
import { DestinationCreateRequest, DestinationUpdateRequest, type Destination } from '#shared/destinations.ts'
import { limits } from '#shared/limits.ts'
import { permissions, type Viewer } from '#shared/access.ts'
import {
  createDestination,
  getDestination,
  listDestinations,
  removeDestination,
  testDestination,
  updateDestination,
} from '#server/destinations/service.ts'
import { newSecret } from '#server/webhooks/signature.ts'
import { createWorld, type World } from '../../support/world.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { startSftp, type SftpServer } from '../../../scripts/sftp-server.ts'

let world: World
let receiver: Receiver
let sftp: SftpServer
beforeAll(async () => {
  world = await createWorld()
  receiver = await startReceiver()
  sftp = await startSftp()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  await sftp[Symbol.asyncDispose]()
})

const viewer: Viewer = { id: 'owner', grants: [{ storeId: null, level: 100, permissions }] }
const staff: Viewer = { id: 'staff', grants: [{ storeId: null, level: 30, permissions: ['orders:read', 'orders:export'] }] }
const signingKey = newSecret()
const create = (request: object) => createDestination(world.deps, DestinationCreateRequest.parse({ name: crypto.randomUUID(), ...request }))
const update = (request: object) => updateDestination(world.deps, DestinationUpdateRequest.parse(request))
const createWebhook = () => create({ kind: 'webhook', settings: { url: receiver.url }, secrets: { signingKey } })
const tested = ({ id }: Destination) => testDestination(world.deps, viewer, id, new AbortController().signal)
async function createSftp(hostKey: string | null = null) {
  const { port, account } = sftp
  const settings = { host: '127.0.0.1', port, username: account.username, hostKey }
  return create({ kind: 'sftp', settings, secrets: { password: account.password } })
}

describe('destinations', () => {
  test('never show their secrets, which are encrypted', async () => {
    const made = await createWebhook()
    expect(made).toMatchObject({ kind: 'webhook', hasSecret: true, settings: { url: receiver.url } })
    expect(
      JSON.stringify([made, await getDestination(world.deps, viewer, made.id), await listDestinations(world.deps, viewer)]),
    ).not.toContain(signingKey)
    const [row] = await world.deps.database.db.select().from(destinations).where(eq(destinations.id, made.id))
    expect(row?.secrets).toMatch(/^v2\./)
  })

  test('keep their secrets at the same address, and want them again at another', async () => {
    const { id } = await createWebhook()
    const renamed = await update({ id, kind: 'webhook', name: 'Renamed', settings: { url: receiver.url } })
    expect(renamed).toMatchObject({ name: 'Renamed', hasSecret: true })
    const moved = { id, kind: 'webhook', name: 'Renamed', settings: { url: 'http://127.0.0.1:9/' } }
    await expect(update(moved)).rejects.toMatchObject({ code: 'CREDENTIALS_NEEDED' })
    expect(await update({ ...moved, secrets: { signingKey } })).toMatchObject({ settings: moved.settings })
  })

  test.each<[string, object]>([
    ['a private host', { kind: 'webhook', settings: { url: 'https://10.0.0.1/' }, secrets: { signingKey } }],
    [
      'a bucket on a private host',
      { kind: 's3', settings: { bucket: 'in', endpoint: 'https://10.0.0.1', accessKeyId: 'K' }, secrets: { secretAccessKey: 's' } },
    ],
    ['a private server', { kind: 'sftp', settings: { host: '10.0.0.1', username: 'u' }, secrets: { password: 'p' } }],
    ...['127.1', '0x7f.1', '2130706433', 'foo..bar', 'foo.1'].map((host): [string, object] => [
      `${host} as a server`,
      { kind: 'sftp', settings: { host, username: 'u' }, secrets: { password: 'p' } },
    ]),
    ...['10.1', '0x0a.1', 'foo..bar', '.foo.bar'].map((host): [string, object] => [
      `https://${host}/ as a program`,
      { kind: 'webhook', settings: { url: `https://${host}/` }, secrets: { signingKey } },
    ]),
    ['a name of this machine', { kind: 'sftp', settings: { host: 'localhost', username: 'u' }, secrets: { password: 'p' } }],
  ])('refuse %s', async (_name, request) => {
    await expect(create(request)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('refuse another kind and a name that is taken', async () => {
    const [one, other] = [await createWebhook(), await createWebhook()]
    const asMail = { id: one.id, kind: 'email', name: one.name, settings: { to: ['a@office.test'] } }
    await expect(update(asMail)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const renamed = { id: one.id, kind: 'webhook', name: other.name, settings: one.settings }
    await expect(update(renamed)).rejects.toMatchObject({ code: 'NAME_TAKEN' })
  })

  test('show their settings only to those who may change them', async () => {
    const { id, name } = await createWebhook()
    expect(await getDestination(world.deps, staff, id)).toMatchObject({ name, kind: 'webhook', settings: null })
    expect((await listDestinations(world.deps, staff)).every(({ settings }) => settings === null)).toBe(true)
  })

  test('are at most fifty, also with many calls at once', async () => {
    const { db } = world.deps.database
    const { max } = limits.destinations
    while ((await db.$count(destinations)) < max - 2) await createWebhook()
    const made = await Promise.allSettled(Array.from({ length: 6 }, createWebhook))
    const refusals = made.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals).toHaveLength(4)
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'CONFLICT' })
    expect(await db.$count(destinations)).toBe(max)
    await db.delete(destinations)
  })

  test('can be deleted', async () => {
    const { id } = await createWebhook()
    await removeDestination(world.deps, id)
    await expect(getDestination(world.deps, viewer, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the test of a destination', () => {
  test('shows the key of a server, and succeeds once that is confirmed', async () => {
    const made = await createSftp()
    expect(await tested(made)).toMatchObject({ failure: 'HOST_KEY_UNKNOWN', hostKey: sftp.hostKey })
    const settings = { ...made.settings, hostKey: sftp.hostKey }
    await update({ id: made.id, kind: 'sftp', name: made.name, settings })
    expect(await tested(made)).toEqual({ message: 'Test successful!', failure: null, hostKey: sftp.hostKey })
  })

  test('says in a sentence why it failed', async () => {
    const made = await create({ kind: 'webhook', settings: { url: 'http://127.0.0.1:9/' }, secrets: { signingKey } })
    const message = 'The destination refused the connection.'
    expect(await tested(made)).toEqual({ message, failure: 'CONNECTION_REFUSED', hostKey: null })
  })
})
