// Case 207: Google's possible answers to the check of an address and to an export.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { z } from 'zod'
import { startSandbox } from '#sandbox/start.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import { googleMessages } from '#shared/google-messages.ts'
import { messages } from '#shared/messages.ts'
import type { Google } from '#server/boot/assemble-work.ts'
import { FAST, under, type Fixture, type InjectedFault } from './fixture.ts'
import { assertFailed, assertInTime } from './calls.ts'
import { begin } from './exports.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import { assertNoTab, assertTabWhole, freshDocument, sheetExport, sheetUnder } from './sheets.ts'
import { SHEETS_HOST } from '#sandbox/sheets/serve.ts'
import { openProofServer, type ProofServer } from './server.ts'

const verify = (fixture: Fixture, server: ProofServer) =>
  server.call('POST', '/sheets/verify', { url: `https://docs.google.com/spreadsheets/d/${fixture.document}/edit` })
const Verified = z.object({ hasAccess: z.boolean(), message: z.string() })

/** The check reports the fault. An export fails with it and leaves no tab. After a temporary fault, the export completes. */
const answering =
  (status: number, passes: boolean, code: ErrorCode, messageFor: (email: string) => string): Trial =>
  async (fixture) => {
    const inject: InjectedFault = { kind: 'status', status }
    const message = messageFor(fixture.sandbox.sheets.account.client_email)
    freshDocument(fixture)
    const aim = { shop: SHEETS_HOST, operation: `/v4/spreadsheets/${fixture.document}` }
    const answer = await under(fixture, inject, aim, () => verify(fixture, fixture.people))
    if (code === 'SHEET_REFUSED') assert.deepEqual(Verified.parse(answer.body), { hasAccess: false, message })
    else assertFailed(answer, code, message)
    assertInTime(answer)
    assertNoTab(fixture, await sheetUnder(fixture, inject), code, message)
    if (passes) await assertTabWhole(fixture, await sheetUnder(fixture, inject, 2))
  }

/** The same with a separate Google or a separate path to it. */
const estranged =
  (
    googleOf: (fixture: Fixture) => Promise<Google> | Google,
    code: ErrorCode,
    message: string = errors[code].message,
    speed = FAST,
  ): Trial =>
  async (fixture) => {
    const google = await googleOf(fixture)
    const options = { shops: [fixture.shops.shopify], endpoints: { ...fixture.sandbox.endpoints }, google }
    await using people = await openProofServer(options)
    await using fast = await openProofServer({ ...options, speed })
    assertFailed(await verify(fixture, people), code, message)
    assertNoTab(fixture, await sheetExport(fixture, fast), code, message)
  }

const ours = ({ sandbox }: Fixture) => ({
  account: sandbox.sheets.account,
  sheetsEndpoint: sandbox.sheets.endpoint,
  tokenEndpoint: sandbox.sheets.tokenEndpoint,
})

function withForeignKey(fixture: Fixture): Google {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const account = { ...fixture.sandbox.sheets.account, private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
  return { ...ours(fixture), account }
}

const HOUR_MS = 3_600_000

/** Google's clock is two hours ahead, which is equivalent to ours being behind. */
const skewed: Trial = async (fixture) => {
  const elsewhere = await startSandbox({ shops: [], documents: [] })
  elsewhere.sheets.tune({ aheadMs: 2 * HOUR_MS })
  const { account, tokenEndpoint } = elsewhere.sheets
  try {
    await estranged((one) => ({ ...ours(one), account, tokenEndpoint }), 'SHEETS_ACCOUNT_REFUSED', googleMessages.clockWrong)(fixture)
  } finally {
    await elsewhere.close()
  }
}

const notConfigured: Trial = async (fixture) => {
  await using server = await openProofServer({ shops: [fixture.shops.shopify], endpoints: { ...fixture.sandbox.endpoints } })
  assertFailed(await verify(fixture, server), 'SHEETS_OFF', errors.SHEETS_OFF.message)
  await assert.rejects(begin(server, fixture.shops.shopify, fixture.document), /503|not configured/)
}

const ofCode = (code: ErrorCode) => () => errors[code].message
const { sheets } = messages

const googleRow = (what: string, trial: Trial): Row => ({
  number: 207,
  what,
  cells: { ...everywhere('Google’s alone'), 'Sheets write': trial },
})

export const googleCases: readonly Row[] = [
  googleRow('Google: 403', answering(403, false, 'SHEET_REFUSED', sheets.notShared)),
  googleRow('Google: 404', answering(404, false, 'SHEET_REFUSED', sheets.notFound)),
  googleRow('Google: 429', answering(429, true, 'SHEETS_BUSY', ofCode('SHEETS_BUSY'))),
  googleRow('Google: 500', answering(500, true, 'SHEETS_UNREACHABLE', ofCode('SHEETS_UNREACHABLE'))),
  googleRow('Google: 503', answering(503, true, 'SHEETS_UNREACHABLE', ofCode('SHEETS_UNREACHABLE'))),
  googleRow(
    'nobody gives out tokens',
    estranged((fixture) => ({ ...ours(fixture), tokenEndpoint: `${fixture.deadEnds.refused}/token` }), 'SHEETS_UNREACHABLE'),
  ),
  googleRow(
    'who gives out tokens does not answer',
    estranged((fixture) => ({ ...ours(fixture), tokenEndpoint: `${fixture.deadEnds.blackHole}/token` }), 'SHEETS_UNREACHABLE'),
  ),
  googleRow('the key was revoked', estranged(withForeignKey, 'SHEETS_ACCOUNT_REFUSED', googleMessages.keyRevoked)),
  googleRow('clocks two hours apart', skewed),
  googleRow('no service account at all', notConfigured),
]
