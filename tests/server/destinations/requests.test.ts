// What the export calls and schedules say about deliveries, and what they refuse.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { destinationMessages } from '#shared/destination-messages.ts'
import type { Job } from '#shared/jobs.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { leftovers } from '#server/jobs/queue-repo.ts'
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

describe('a destination that is a spreadsheet', () => {
  const sheet = (settings: object = {}) => made({ name: crypto.randomUUID(), kind: 'sheet', settings: { url: sheetUrl, ...settings } })
  const start = async (change: object) => ((await staff.rest('POST', '/orders/export', orders(change))).body as Answer).data.job
  const read = async (id: string, caller = staff) => ((await caller.rest('GET', `/jobs/${id}`)).body as Answer).data.job

  test('is written by the export, and its address is not shown to those who may only use it', async () => {
    const destinationId = await sheet()
    const { id } = await start({ destinationId })
    expect(await read(id)).toMatchObject({ delivery: { kind: 'sheet', state: 'waiting' }, destination: { kind: 'sheet', url: null } })
    await world.work()
    const mine = await read(id)
    const whole = await read(id, owner)
    expect(mine).toMatchObject({ status: 'completed', sheet: null, destination: { kind: 'sheet', url: null }, request: { sheetUrl: null } })
    expect(mine.delivery).toMatchObject({ state: 'delivered', fileName: whole.sheet?.name, target: null })
    expect(whole).toMatchObject({ delivery: { target: whole.sheet?.url }, destination: { kind: 'sheet', url: whole.sheet?.url } })
    const texts = await Promise.all(['', '/request'].map((part) => staff.rest('GET', `/jobs/${id}${part}`)))
    expect(texts.map(({ text }) => text).join('')).not.toContain('demo-exports')
  })

  test('gets new sheets alone, unless whoever manages it allows more', async () => {
    const [fixed, open] = [await sheet(), await sheet({ mayChange: true })]
    const replace = { mode: 'replace', tab: 'Salaries', key: null }
    expect(await staff.rest('POST', '/orders/export', orders({ destinationId: fixed, sheet: replace }))).toMatchObject({
      status: 400,
      body: { error: { issues: [{ path: 'sheet', message: destinationMessages.sheetFixed }] } },
    })
    const { id } = await start({ destinationId: open, sheet: replace })
    await owner.rest('PUT', `/destinations/${open}`, { name: 'Fixed again', kind: 'sheet', settings: { url: sheetUrl } })
    await world.work()
    expect(await read(id)).toMatchObject({
      status: 'failed',
      error: { code: 'DESTINATION_REFUSED', message: destinationMessages.sheetFixed },
    })
    // What it may have left is removed all the same, so that nobody looks for it again.
    world.clock.now += 25 * 3_600_000
    await world.work()
    expect(await leftovers(world.deps.database.db, new Date(world.clock.now))).toEqual([])
    world.clock.now -= 25 * 3_600_000
  })

  test('is not written once it was deleted, also not by Run again', async () => {
    const destinationId = await sheet()
    const { id } = await start({ destinationId })
    await owner.rest('DELETE', `/destinations/${destinationId}`)
    await world.work()
    expect(await read(id)).toMatchObject({ status: 'failed', sheet: null, error: { message: destinationMessages.gone } })
    expect(await staff.rest('POST', `/jobs/${id}/run`)).toMatchObject({ status: 400, body: { message: destinationMessages.gone } })
  })
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

test('where a file lies is shown only to those who manage destinations', async () => {
  const { body } = await staff.rest('POST', '/orders/export', orders({ destinationId: await server(), fileName: '{job}' }))
  const { id } = (body as Answer).data.job
  await world.work()
  const read = async (caller: Caller) => ((await caller.rest('GET', `/jobs/${id}`)).body as Answer).data.job.delivery
  expect(await read(staff)).toMatchObject({ state: 'delivered', fileName: `${id}.csv`, target: null })
  expect((await read(owner))?.target).toContain(`sftp://127.0.0.1:${sftp.port}/${id}.csv`)
})
