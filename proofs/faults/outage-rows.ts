// Changes during an export: its store is deleted, deactivated or moved to another shop (154), or all shops are unreachable for an hour
// (162).
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { startSandbox } from '#sandbox/start.ts'
import { SHEETS_HOST } from '#sandbox/sheets/serve.ts'
import { errors, type ErrorCode } from '#shared/errors.ts'
import type { Job } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import { platforms, type Platform } from '#shared/platforms.ts'
import { proofShop, secrets, under, type Aim, type Fixture, type InjectedFault } from './fixture.ts'
import { assertJobFailed, assertWhole, begin, jobOf, outcomeOf, type Outcome } from './exports.ts'
import { secondPage } from './http-rows.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import { assertTabWhole, freshDocument } from './sheets.ts'
import { openProofServer, type ProofServer } from './server.ts'

const HOUR_MS = 3_600_000
const STEP_MS = limits.jobs.maxSecondsApart * 1_000
const PAUSE_MS = 50

async function pending(server: ProofServer, id: string): Promise<Job> {
  for (;;) {
    const job = await jobOf(server, id)
    // After a clock jump, the worker appears silent for as long. It reports again when it takes the job.
    if (job.status === 'pending' && job.waitingFor !== operationMessages.noWorker) return job
    assert.notEqual(job.status, 'failed', job.error?.message)
    await pause(PAUSE_MS)
  }
}

/** The shop is unreachable for an hour. Meanwhile, the job shows why it waits and when it is tried again. */
async function anHourAway(fixture: Fixture, aim: Aim, why: string, begun: () => Promise<string>): Promise<Outcome> {
  const { pages } = fixture
  const away: InjectedFault = { kind: 'status', status: 503, retryAfter: '9999' }
  const id = await under(fixture, away, aim, async () => {
    const made = await begun()
    for (let passed = 0; passed < HOUR_MS; passed += STEP_MS) {
      const { waitingFor, nextTryAt } = await pending(pages, made)
      assert.equal(waitingFor, why)
      assert.ok(Date.parse(nextTryAt ?? '') - pages.now() <= STEP_MS, `it waits until ${nextTryAt}`)
      pages.leap(STEP_MS)
    }
    return made
  })
  return outcomeOf(pages, id)
}

const shopAway: Trial = async (fixture) => {
  for (const platform of platforms) {
    const shop = fixture.shops[platform]
    const aim = { shop: shop.host, ...secondPage[platform] }
    const why = messages.platform.unreachable(shop.name)
    await assertWhole(fixture, shop, await anHourAway(fixture, aim, why, () => begin(fixture.pages, shop)))
  }
}

const googleAway: Trial = async (fixture) => {
  freshDocument(fixture)
  const aim = { shop: SHEETS_HOST, operation: `/v4/spreadsheets/${fixture.document}/values:batchUpdate` }
  const begun = () => begin(fixture.pages, fixture.shops.shopify, fixture.document)
  await assertTabWhole(fixture, await anHourAway(fixture, aim, errors.SHEETS_UNREACHABLE.message, begun))
}

const outage: Row = {
  number: 162,
  what: '503 for an hour',
  cells: {
    ...everywhere('nobody waits for an hour'),
    'export page': shopAway,
    'bulk poll': 'as for pages, which take its place',
    'bulk download': 'as for pages, which take its place',
    'Sheets write': googleAway,
  },
}

type Change = {
  what: string
  /** Changes the store at `path`. */
  happen: (server: ProofServer, path: string, platform: Platform) => Promise<{ status: number; text: string }>
  code: ErrorCode
  message: (name: string) => string
}

const otherShop = (platform: Platform) => proofShop(platform, `moved-to-${platform}`)

const credentials: Record<Platform, object> = {
  shopify: { token: secrets.token },
  shopbase: { apiKey: secrets.apiKey, apiPassword: secrets.password },
}

const changes: readonly Change[] = [
  { what: 'deleted', happen: (server, path) => server.call('DELETE', path), code: 'NOT_FOUND', message: () => messages.jobs.storeGone },
  {
    what: 'inactive',
    happen: (server, path) => server.call('PUT', path, { active: false }),
    code: 'STORE_INACTIVE',
    message: messages.jobs.storeInactive,
  },
  {
    what: 'sent to another shop',
    happen: (server, path, platform) => server.call('PUT', path, { domain: otherShop(platform).host, ...credentials[platform] }),
    code: 'STORE_MOVED',
    message: messages.jobs.storeMoved,
  },
]

/** The store changes while its export backs off: the job ends with the reason, and calls no shop again. */
async function changedUnderWay(platform: Platform, { happen, code, message }: Change): Promise<void> {
  const shop = proofShop(platform, `changed-${platform}`)
  await using opened = new AsyncDisposableStack()
  const sandbox = await startSandbox({ shops: [shop, otherShop(platform)] })
  opened.defer(() => sandbox.close())
  sandbox.tune({ costBucket: false, callBucket: false })
  const server = opened.use(await openProofServer({ shops: [shop], endpoints: { ...sandbox.endpoints } }))
  sandbox.faults.add({ kind: 'status', status: 429, retryAfter: '9999', shop: shop.host, ...secondPage[platform] })
  const id = await begin(server, shop)
  await pending(server, id)
  sandbox.faults.clear()
  const { status, text } = await happen(server, `/stores/${server.storeOf(shop.host)}`, platform)
  assert.equal(status, 200, text.slice(0, 300))
  const calls = sandbox.requests.length
  assertJobFailed(await outcomeOf(server, id), code, message(shop.name))
  assert.equal(sandbox.requests.length, calls, 'a shop was called with the old secret')
}

const storeRow = (change: Change): Row => ({
  number: 154,
  what: `the store is ${change.what}`,
  cells: {
    ...everywhere('a call is over at once'),
    'export page': async () => {
      for (const platform of platforms) await changedUnderWay(platform, change)
    },
    'bulk poll': 'as for pages',
    'bulk download': 'as for pages',
    'Sheets write': 'as for a file',
  },
})

export const outageCases: readonly Row[] = [...changes.map(storeRow), outage]
