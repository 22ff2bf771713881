// The key of the Google service account in the settings: saved, used at once by every process, tested, removed, never told.
import { generateKeyPairSync } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEntries } from '#drizzle/audit-tables.ts'
import { settings } from '#drizzle/schema.ts'
import { assembleWork } from '#server/boot/assemble-work.ts'
import { testSpreadsheet } from '#server/sheets/access-test.ts'
import { createLogger } from '#server/boot/logging.ts'
import { errors } from '#shared/errors.ts'
import { googleMessages } from '#shared/google-messages.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { settingKeys } from '#shared/settings.ts'
import { serviceAccount } from '#sandbox/sheets/tokens.ts'
import { appSecret, appUrl, createWorld, type Caller, type World } from '#tests/support/world.ts'

const SHEETS = 'sheets.googleapis.com'
const other = serviceAccount('other@sandbox-project.iam.gserviceaccount.com')
const { mistakes } = googleMessages

let world: World
let owner: Caller
/** The environment's account. */
let environmentEmail: string
beforeAll(async () => {
  world = await createWorld()
  world.plant('the other Google key', other.private_key.split('\n')[12] ?? '')
  environmentEmail = world.sandbox.sheets.account.client_email
})
beforeEach(async () => {
  owner = await world.signedIn('owner')
})
afterEach(async () => {
  world.sandbox.faults.clear()
  world.sandbox.sheets.tune({ isApiOn: true, standing: 'active' })
  await world.deps.googleKeys.remove()
})
afterAll(() => world[Symbol.asyncDispose]())

const url = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`
const save = (account: object | string, caller = owner) =>
  caller.rest('PUT', '/settings/google', { key: typeof account === 'string' ? account : JSON.stringify(account) })
const shownKey = async () => ((await owner.rest('GET', '/settings/google')).body as { data: { google: object } }).data.google
const emailInUse = async (caller = owner) => {
  const verified = await caller.rest('POST', '/sheets/verify', { url: url('demo-exports') })
  return (verified.body as { email: string }).email
}
const testOf = (id: string) => owner.rest('POST', '/settings/google/test', { url: url(id) })
const tabs = (id = 'demo-exports') => world.sandbox.sheets.documents.get(id)?.tabs.map(({ title }) => title)

describe('a key in the settings', () => {
  test('wins over the environment at once, is never told, and is removed again', async () => {
    expect(await shownKey()).toEqual({ source: 'environment', email: environmentEmail, savedAt: null, environmentEmail })
    const saved = await save(other)
    const google = { source: 'settings', email: other.client_email, savedAt: new Date(world.clock.now).toISOString(), environmentEmail }
    expect(saved).toMatchObject({ status: 200, body: { data: { google } } })
    expect(await shownKey()).toEqual(google)
    expect(await emailInUse()).toBe(other.client_email)
    const removed = await owner.rest('DELETE', '/settings/google')
    expect(removed).toMatchObject({ status: 200, body: { data: { google: { source: 'environment', email: environmentEmail } } } })
    expect(await emailInUse()).toBe(environmentEmail)
  })

  test('is used by the other processes on this database without a restart', async () => {
    const { sheets } = world.sandbox
    const elsewhere = await assembleWork({
      databaseUrl: world.databaseUrl,
      appSecret,
      appUrl,
      dataDir: world.folder,
      mail: { smtpUrl: null, from: 'no-reply@world.test' },
      platformEndpoints: {},
      google: { account: null, sheetsEndpoint: sheets.endpoint, tokenEndpoint: sheets.tokenEndpoint },
      now: () => world.clock.now,
      log: createLogger('silent', { write: () => {} }),
    })
    await expect(elsewhere.sheets.look('demo-exports')).rejects.toMatchObject({ code: 'SHEETS_OFF' })
    await save(other)
    expect(await elsewhere.sheets.look('demo-exports')).toMatchObject({ title: 'Demo exports' })
    expect(await elsewhere.sheets.email()).toBe(other.client_email)
    await owner.rest('DELETE', '/settings/google')
    await expect(elsewhere.sheets.look('demo-exports')).rejects.toMatchObject({ code: 'SHEETS_OFF' })
    await elsewhere.close()
  })

  test('is encrypted at rest, and bound to its row', async () => {
    await save(other)
    const [row] = await world.deps.database.db.select().from(settings).where(eq(settings.key, settingKeys.googleKey))
    expect(String(row?.value)).toMatch(/^v2\./)
    expect(JSON.stringify(row)).not.toContain(other.client_email)
    expect(() => world.deps.vault.open(String(row?.value), 'settings|secret_check')).toThrow()
  })

  test('needs a recent proof of identity to be saved and removed, and is in the audit log by its address', async () => {
    const late = await world.signedIn('owner')
    world.clock.now += limits.reauthenticateAfterMs
    const asked = { status: 403, body: { error: { code: 'REAUTHENTICATE' } } }
    expect(await save(other, late)).toMatchObject(asked)
    expect(await late.rest('DELETE', '/settings/google')).toMatchObject(asked)
    expect((await late.rest('GET', '/settings/google')).status).toBe(200)
    owner = await world.signedIn('owner')
    await save(other)
    await owner.rest('DELETE', '/settings/google')
    const entries = await world.deps.database.db.select().from(auditEntries).orderBy(desc(auditEntries.at), desc(auditEntries.id))
    const own = entries.filter(({ actorId }) => actorId === owner.userId)
    expect(own.map(({ action }) => action).toSorted()).toEqual(['settings.google.remove', 'settings.google.save'])
    expect(own.map(({ details }) => details)).toEqual([{ email: other.client_email }, { email: other.client_email }])
  })

  test('of an export that fails for its absence: 503 until one is saved, with the specified sentence', async () => {
    await using bare = await createWorld({ google: { account: null } })
    const [boss, staff] = [await bare.signedIn('owner'), await bare.signedIn('staff')]
    const verify = () => staff.rest('POST', '/sheets/verify', { url: url('demo-exports') })
    const off = { status: 503, body: { message: 'Google Sheets integration not configured. Please contact administrator.' } }
    expect(await verify()).toMatchObject(off)
    expect(await boss.rest('POST', '/settings/google/test', { url: url('demo-exports') })).toMatchObject(off)
    expect((await boss.rest('GET', '/settings/google')).body).toMatchObject({ data: { google: { source: null, email: null } } })
    expect((await save(bare.sandbox.sheets.account, boss)).status).toBe(200)
    expect(await verify()).toMatchObject({ status: 200, body: { hasAccess: true, email: environmentEmail } })
  })
})

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const elliptic = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

test.each([
  ['nothing', ' ', mistakes.empty],
  ['no JSON', '{"type": "service_account",', mistakes.notJson],
  ['a list', '[1]', mistakes.notJson],
  ['an API key', 'AIzaSyExample', mistakes.apiKey],
  ['the private key alone', other.private_key, mistakes.onlyPrivateKey],
  ['an OAuth client', { web: { client_id: 'x', client_secret: 'y' } }, mistakes.oauthClient],
  ['an installed OAuth client', { installed: { client_id: 'x' } }, mistakes.oauthClient],
  ['a person’s credentials', { type: 'authorized_user', client_id: 'x', refresh_token: 'y' }, mistakes.ofPerson],
  ['workload identity', { type: 'external_account', audience: 'x' }, mistakes.federated],
  ['another file', { name: 'package' }, mistakes.otherFile],
  ['no private key', { type: 'service_account', client_email: other.client_email }, mistakes.noPrivateKey],
  ['half a private key', { ...other, private_key: 'MIIEvQ' }, mistakes.privateKeyBroken],
  ['no address', { type: 'service_account', private_key: other.private_key }, mistakes.noEmail],
  ['an address that is none', { ...other, client_email: 'me' }, mistakes.emailInvalid],
  ['an unreadable key', { ...other, private_key: other.private_key.replace(/\n.{20}/, '\n') }, mistakes.privateKeyUnreadable],
  ['a key of another kind', { ...other, private_key: elliptic }, mistakes.privateKeyUnreadable],
  ['a long text', `{${' '.repeat(limits.googleKeyLength)}}`, mistakes.tooLong],
])('%s is refused with a sentence of its own, and nothing is saved', async (_, key, message) => {
  expect(await save(key)).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT', issues: [{ path: 'key', message }] } } })
  expect(await shownKey()).toMatchObject({ source: 'environment' })
})

test.each([
  ['keyDeleted', googleMessages.keyRevoked],
  ['accountDeleted', googleMessages.accountGone],
  ['accountDisabled', googleMessages.accountGone],
] as const)('a key that Google refuses (%s) is not saved', async (standing, message) => {
  world.sandbox.sheets.tune({ standing })
  expect(await save(other)).toMatchObject({ status: 502, body: { message, error: { code: 'SHEETS_ACCOUNT_REFUSED' } } })
  expect(await shownKey()).toMatchObject({ source: 'environment' })
})

describe('the test of a spreadsheet', () => {
  test('writes a sheet, reads it back and removes it', async () => {
    const before = world.sandbox.requests.length
    const answer = await testOf('demo-exports')
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          sheetName: 'Demo exports',
          tab: expect.stringMatching(/^Backcounter test \d+$/),
          message: googleMessages.tested('Demo exports'),
        },
      },
    })
    const calls = world.sandbox.requests.slice(before).map(({ operation }) => operation)
    const done = ['spreadsheets.get', 'spreadsheets.batchUpdate', 'values.batchUpdate', 'values.get', 'spreadsheets.batchUpdate']
    expect(calls.filter((operation) => operation !== '/token')).toEqual(done)
    expect(tabs()).toEqual(['Sheet1'])
  })

  test.each([
    ['missing', () => messages.sheets.notFound(environmentEmail)],
    ['demo-not-shared', () => messages.sheets.notShared(environmentEmail)],
    ['demo-read-only', () => googleMessages.viewerOnly(environmentEmail)],
    ['an-excel-file', () => googleMessages.officeFile],
  ])('%s has a sentence of its own', async (id, message) => {
    world.sandbox.sheets.share({ id: 'an-excel-file', title: 'Prices.xlsx', access: 'editor', isOfficeFile: true })
    expect(await testOf(id)).toMatchObject({ status: 422, body: { message: message(), error: { code: 'SHEET_REFUSED' } } })
    expect(tabs(id) ?? ['Sheet1']).toEqual(['Sheet1'])
  })

  test('tells that the API is off, and that the key was deleted', async () => {
    world.sandbox.sheets.tune({ isApiOn: false })
    const refused = { status: 502, body: { error: { code: 'SHEETS_ACCOUNT_REFUSED' } } }
    expect(await testOf('demo-exports')).toMatchObject({ ...refused, body: { ...refused.body, message: googleMessages.apiOff } })
    world.sandbox.sheets.tune({ isApiOn: true, standing: 'keyDeleted' })
    world.sandbox.sheets.tokens.revoke()
    expect(await testOf('demo-exports')).toMatchObject({ ...refused, body: { ...refused.body, message: googleMessages.keyRevoked } })
  })

  test('removes the sheet after a failure in the middle', async () => {
    world.sandbox.faults.add({ kind: 'status', status: 400, shop: SHEETS, operation: 'values.batchUpdate' })
    expect(await testOf('demo-exports')).toMatchObject({ status: 422, body: { error: { code: 'SHEET_REFUSED' } } })
    expect(tabs()).toEqual(['Sheet1'])
  })

  test('removes the sheet of a caller who has left', async () => {
    world.sandbox.faults.add({ kind: 'hang', shop: SHEETS, operation: 'values.batchUpdate' })
    const before = world.sandbox.requests.length
    const isWriting = () => world.sandbox.requests.slice(before).some(({ operation }) => operation === 'values.batchUpdate')
    const caller = new AbortController()
    const check = { viewer: { id: owner.userId, grants: [] }, ref: { url: url('demo-exports') }, signal: caller.signal }
    const testing = testSpreadsheet(world.deps, check)
    await expect.poll(isWriting).toBe(true)
    expect(tabs()).toHaveLength(2)
    caller.abort()
    await expect(testing).rejects.toThrow()
    expect(tabs()).toEqual(['Sheet1'])
  })

  test('names the sheet that it cannot remove', async () => {
    // The first batchUpdate adds the sheet, and the second one removes it.
    world.sandbox.faults.add({ kind: 'status', status: 400, shop: SHEETS, operation: 'spreadsheets.batchUpdate', after: 1 })
    const answer = await testOf('demo-exports')
    const left = tabs()?.find((title) => title !== 'Sheet1') ?? ''
    const why = messages.sheets.refused('Injected status 400')
    expect(answer).toMatchObject({ status: 502, body: { message: googleMessages.tabLeft(left, why), error: { code: 'SHEET_LEFT' } } })
    const document = world.sandbox.sheets.documents.get('demo-exports')
    expect(document?.tabs.find(({ title }) => title === left)?.hidden).toBe(false)
    if (document) document.tabs = document.tabs.filter(({ title }) => title === 'Sheet1')
  })

  test.each([
    ['any call', undefined],
    ['writing', 'spreadsheets.batchUpdate'],
  ])('tells that Google’s quota is used up by %s, and not that a sheet was left', async (_, operation) => {
    let at = Date.now()
    // Waits only advance the clock.
    const sleep = (ms: number) => Promise.resolve(void (at += ms))
    await using busy = await createWorld({ waiting: { now: () => at, sleep } })
    busy.sandbox.faults.add({ kind: 'status', status: 429, shop: SHEETS, ...(operation && { operation }) })
    const answer = await (await busy.signedIn('owner')).rest('POST', '/settings/google/test', { url: url('demo-exports') })
    expect(answer).toMatchObject({ status: 429, body: { message: errors.SHEETS_BUSY.message, error: { code: 'SHEETS_BUSY' } } })
  })

  test('is limited for each person, with the other checks', async () => {
    for (let times = 0; times < limits.sheetChecksPerMinute; times += 1)
      await owner.rest('POST', '/settings/google/test', { url: url('missing') })
    expect(await testOf('missing')).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } })
  })
})
