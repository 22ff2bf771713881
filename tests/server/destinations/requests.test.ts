// What the export calls and schedules say about deliveries, and what they refuse.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { destinationMessages } from '#shared/destination-messages.ts'
import type { Job } from '#shared/jobs.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { startSftp, type SftpServer } from '../../../scripts/sftp-server.ts'
import { createWorld, type Caller, type World } from '../../support/world.ts'

let world: World
let owner: Caller
let staff: Caller
let sftp: SftpServer
beforeAll(async () => {
  sftp = await startSftp()
  world = await createWorld()
  owner = await world.signedIn('owner')
  staff = await world.signedIn('staff', 'north')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await sftp[Symbol.asyncDispose]()
})

type Answer = { data: { destination: { id: string }; job: Job; schedule: Schedule } }
const sheetUrl = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
const made = async (fields: object) => ((await owner.rest('POST', '/destinations', fields)).body as Answer).data.destination.id
const orders = (change: object = {}) => ({ storeIds: [world.stores.north], columns: ['orderName'], ...change })
const server = () => {
  const { port, account, hostKey } = sftp
  const settings = { host: '127.0.0.1', port, username: account.username, hostKey }
  return made({ name: crypto.randomUUID(), kind: 'sftp', settings, secrets: { password: account.password } })
}

test.each<[string, object, string]>([
  ['a name without a destination', { fileName: 'orders' }, destinationMessages.destinationNeeded],
  ['a receipt without a destination', { includeReceipt: true }, destinationMessages.destinationNeeded],
  ['a destination that does not exist', { destinationId: 'gone' }, destinationMessages.gone],
  ['a spreadsheet beside a destination', { destinationId: 'one', url: sheetUrl }, destinationMessages.sheetOrDestination],
  ['an unknown placeholder', { destinationId: 'one', fileName: '{shop}' }, destinationMessages.patternUnknown('shop')],
  ['a folder in a name', { destinationId: 'one', fileName: '../{date}' }, destinationMessages.patternSeparator],
])('%s is refused', async (_name, change, message) => {
  expect(await staff.rest('POST', '/orders/export', orders(change))).toMatchObject({ status: 400, body: { message } })
  const fields = { ...change, ...('url' in change ? { url: undefined, config: { sheetExport: change.url } } : {}) }
  const config = { fields: ['Title'], ...('config' in fields ? fields.config : {}) }
  const products = await staff.rest('POST', '/products/export', { ...fields, storeId: world.stores.north, config })
  expect(products).toMatchObject({ status: 400, body: { message } })
})

test('a download at once is never delivered', async () => {
  const answer = await staff.rest('POST', '/export/csv', orders({ destinationId: await server() }))
  expect(answer).toMatchObject({ status: 400, body: { message: destinationMessages.onlyJobs } })
})

test('a destination that is a spreadsheet is written by the export', async () => {
  const destinationId = await made({ name: 'Sheet', kind: 'sheet', settings: { url: sheetUrl } })
  const { body } = await staff.rest('POST', '/orders/export', orders({ destinationId, fileName: 'orders' }))
  expect((body as Answer).data.job).toMatchObject({ delivery: null, destination: { kind: 'sheet' } })
})

test('a schedule delivers under its name, and is paused once its destination is gone', async () => {
  const destinationId = await server()
  const fields = { name: 'Every morning', type: 'order_export', calendar: { every: 'day', at: '06:00' }, timezone: 'UTC' }
  const delivery = { destinationId, fileName: '{schedule}-{store}', includeReceipt: true }
  const inRequest = { ...fields, request: orders({ destinationId }) }
  expect(await staff.rest('POST', '/schedules', inRequest)).toMatchObject({
    status: 400,
    body: { message: scheduleMessages.deliveryInRequest, error: { issues: [{ path: 'request.destinationId' }] } },
  })
  const { body } = await staff.rest('POST', '/schedules', { ...fields, ...delivery, request: orders() })
  const { schedule } = (body as Answer).data
  expect(schedule).toMatchObject(delivery)
  await staff.rest('POST', `/schedules/${schedule.id}/run`)
  await world.work()
  expect((await readdir(sftp.folder)).toSorted()).toEqual(['Every morning-North.csv', 'Every morning-North.csv.receipt.json'])
  await owner.rest('DELETE', `/destinations/${destinationId}`)
  const { now } = world.clock
  world.clock.now = Date.parse(schedule.nextRuns[0] ?? '')
  await world.work()
  world.clock.now = now
  expect(((await staff.rest('GET', `/schedules/${schedule.id}`)).body as Answer).data.schedule).toMatchObject({
    state: 'paused',
    pausedReason: destinationMessages.gone,
  })
})
