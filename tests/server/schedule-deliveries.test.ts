// Schedules that deliver only what changed to a destination: what has not arrived comes again.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Job } from '#shared/jobs.ts'
import type { Schedule } from '#shared/schedules.ts'
import { createDestination, updateDestination } from '#server/destinations/service.ts'
import { startSftp, type SftpServer } from '../../scripts/sftp-server.ts'
import { createWorld, testShops, type Caller, type World } from '#tests/support/world.ts'

let world: World
let owner: Caller
let sftp: SftpServer
let destinationId: string
beforeAll(async () => {
  world = await createWorld()
  sftp = await startSftp()
  destinationId = (await createDestination(world.deps, accountant(sftp.account.password))).id
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await sftp[Symbol.asyncDispose]()
})
beforeEach(async () => {
  owner = await world.signedIn('owner')
})

type Answer = { data: { schedule: Schedule; job: Job } }
async function made(change: object = {}): Promise<string> {
  const { body } = await owner.rest('POST', '/schedules', {
    name: 'What changed',
    type: 'product_export',
    request: { storeId: world.stores.north, config: { fields: ['Product Id', 'Title'], rowsPerProduct: 1 } },
    calendar: { every: 'day', at: '06:00' },
    timezone: 'UTC',
    delivers: 'changes',
    destinationId,
    fileName: '{job}',
    ...change,
  })
  return (body as Answer).data.schedule.id
}
const jobOf = async (id: string) => ((await owner.rest('GET', `/jobs/${id}`)).body as Answer).data.job
async function run(id: string): Promise<Job> {
  // Runs of the same millisecond have no order.
  world.clock.now += 1_000
  const { body } = await owner.rest('POST', `/schedules/${id}/run`)
  await world.work()
  return jobOf((body as Answer).data.schedule.lastRun?.jobId ?? '')
}
function accountant(password: string) {
  const { port, account, hostKey } = sftp
  const settings = { host: '127.0.0.1', port, username: account.username, hostKey, folder: '', whenTaken: 'number' as const }
  return { name: 'Accountant', kind: 'sftp' as const, settings, secrets: { password } }
}
const password = (secret: string) => updateDestination(world.deps, { id: destinationId, ...accountant(secret) })
async function arrived({ id }: Job): Promise<string[] | null> {
  const found = (await readdir(sftp.folder)).find((name) => name.startsWith(id))
  if (found === undefined) return null
  const rows: Record<string, string>[] = parse(await readFile(join(sftp.folder, found)), { bom: true, columns: true })
  return rows.map(({ Title }) => Title ?? '')
}
function edit(place: number, title: string) {
  const north = world.sandbox.trade(testShops.north.host)
  const product = north.catalogue().products.at(place)
  if (product) north.saveProduct(product, { title })
}

test('what a destination has not received comes again, with what changed since', async () => {
  const id = await made()
  expect(await arrived(await run(id))).toHaveLength(testShops.north.products)
  edit(1, 'First change')
  await password('wrong')
  const failed = await run(id)
  expect([failed.status, await arrived(failed)]).toEqual(['failed', null])
  await password(sftp.account.password)
  edit(2, 'Second change')
  expect(await arrived(await run(id))).toEqual(['First change', 'Second change'])
  expect(await arrived(await run(id))).toEqual([])
})

test('a delivery that was given up, and is retried after a later run, delivers nothing old', async () => {
  const id = await made()
  await run(id)
  edit(3, 'Before')
  await password('wrong')
  const failed = await run(id)
  await password(sftp.account.password)
  edit(3, 'After')
  expect(await arrived(await run(id))).toEqual(['After'])
  expect(await owner.rest('POST', `/jobs/${failed.id}/retry`)).toMatchObject({ status: 200 })
  await world.work()
  expect(await jobOf(failed.id)).toMatchObject({ status: 'completed' })
  expect(await arrived(failed)).toEqual([])
  edit(4, 'Next')
  expect(await arrived(await run(id))).toEqual(['Next'])
})

test('a delivery that is retried at once delivers what it had read', async () => {
  const id = await made()
  await run(id)
  edit(5, 'Read once')
  await password('wrong')
  const failed = await run(id)
  await password(sftp.account.password)
  world.sandbox.faults.add({ kind: 'status', status: 503, shop: testShops.north.host })
  await owner.rest('POST', `/jobs/${failed.id}/retry`)
  await world.work()
  world.sandbox.faults.clear()
  expect(await arrived(failed)).toEqual(['Read once'])
  expect(await arrived(await run(id))).toEqual([])
})

test('the date in a name is that of the time zone of the schedule', async () => {
  const timezone = 'Pacific/Kiritimati'
  const { delivery, createdAt } = await run(await made({ timezone, fileName: '{date} {time}' }))
  const [date, time] = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(createdAt))
    .split(' ')
  expect(delivery?.fileName).toBe(`${date} ${time?.replaceAll(':', '')}.csv`)
})
