// The export dialogs' check of a spreadsheet, over the real API.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#shared/limits.ts'
import { createWorld, type Caller, type World } from '#tests/support/world.ts'

const SHEETS = 'sheets.googleapis.com'
const url = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`

let world: World
let staff: Caller
beforeAll(async () => {
  world = await createWorld()
  staff = await world.signedIn('staff', 'north')
})
afterAll(() => world[Symbol.asyncDispose]())

test('a shared document may be written, and nothing is left of the try', async () => {
  const verified = await staff.rest('POST', '/sheets/verify', { url: url('demo-exports') })
  const found = { hasAccess: true, email: world.sandbox.sheets.account.client_email, message: 'Valid URL with write access' }
  expect(verified).toMatchObject({ status: 200, body: { success: true, ...found, data: found } })
  const validated = await staff.rest('POST', '/export/sheets/validate', { url: url('demo-exports') })
  expect(validated).toMatchObject({ status: 200, body: { sheetName: 'Demo exports', message: 'Valid URL with write access' } })
  expect(world.sandbox.sheets.documents.get('demo-exports')?.tabs.map((tab) => tab.title)).toEqual(['Sheet1'])
})

test.each(['demo-read-only', 'demo-not-shared', 'missing'])('%s: whom to share it with is said', async (id) => {
  const email = world.sandbox.sheets.account.client_email
  const verified = await staff.rest('POST', '/sheets/verify', { url: url(id) })
  expect(verified).toMatchObject({ status: 200, body: { hasAccess: false, email, message: expect.stringContaining(`share`) } })
  const validated = await staff.rest('POST', '/export/sheets/validate', { url: url(id) })
  expect(validated).toMatchObject({ status: 422, body: { success: false, message: expect.stringContaining(email) } })
})

test('what is no spreadsheet’s address is refused before anybody is asked', async () => {
  const calls = world.sandbox.requests.length
  for (const path of ['/sheets/verify', '/export/sheets/validate'])
    expect(await staff.rest('POST', path, { url: 'https://evil.test/spreadsheets/d/abc' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid spreadsheet URL. It looks like this: https://docs.google.com/spreadsheets/d/...' },
    })
  expect(world.sandbox.requests.length).toBe(calls)
})

test('without a service account both say so', async () => {
  await using bare = await createWorld({ google: { account: null } })
  const caller = await bare.signedIn('owner')
  for (const path of ['/sheets/verify', '/export/sheets/validate'])
    expect(await caller.rest('POST', path, { url: url('demo-exports') })).toMatchObject({
      status: 503,
      body: { message: 'Google Sheets integration not configured. Please contact administrator.', error: { code: 'SHEETS_OFF' } },
    })
})

test('Google not answering is an error, not a missing right', async () => {
  world.sandbox.faults.add({ kind: 'status', status: 503, retryAfter: '60', shop: SHEETS })
  expect(await staff.rest('POST', '/sheets/verify', { url: url('demo-exports') })).toMatchObject({
    status: 502,
    body: { message: 'Unable to access Google Sheets' },
  })
  world.sandbox.faults.clear()
})

test('one person’s checks use up that person’s share alone, and only while its minute lasts', async () => {
  const [busy, other] = [await world.signedIn('staff', 'north'), await world.signedIn('staff', 'north')]
  const check = (caller: Caller) => caller.rest('POST', '/sheets/verify', { url: url('demo-exports') })
  for (let times = 0; times < limits.sheetChecksPerMinute; times += 1) expect(await check(busy)).toMatchObject({ status: 200 })
  const refused = await check(busy)
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } })
  expect(await busy.rest('POST', '/export/sheets/validate', { url: url('demo-exports') })).toMatchObject({ status: 429 })
  expect(await check(other)).toMatchObject({ status: 200 })
  world.clock.now += Number(refused.headers['retry-after']) * 1_000
  expect(await check(busy)).toMatchObject({ status: 200 })
})
