// Case 190: the database goes away and comes back during a call, a download or an export.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { outageLines } from '#server/jobs/outage.ts'
import { errors } from '#shared/errors.ts'
import { JobListResponse } from '#shared/jobs.ts'
import { productFields } from '#shared/product-fields.ts'
import type { DatabaseAwayFixture } from './database-away.ts'
import { request, send, type Answer } from './caller.ts'
import { assertWhole, begin, outcomeOf, undisturbedFile } from './exports.ts'
import type { Row, Trial } from './row.ts'

export const awayColumns = [
  'sign in',
  'list',
  'readyz',
  'export begins',
  'download',
  'download ends',
  'job at work',
  'last commit',
] as const
export type AwayColumn = (typeof awayColumns)[number]
type AwayTrial = Trial<DatabaseAwayFixture>

const PAUSE_MS = 20
const LONGEST_MS = 30_000
/** After this number of pages, an export is in its middle. */
const MIDDLE = 3
const SLOW_PAGES = { latencyMs: 50 }

const tooLate = () => new Error(`it has not come to that after ${LONGEST_MS / 1_000} s`)

async function until(isSo: () => boolean | Promise<boolean>) {
  for (const end = performance.now() + LONGEST_MS; !(await isSo()); await pause(PAUSE_MS)) if (performance.now() > end) throw tooLate()
}

const readyz = ({ machine }: DatabaseAwayFixture) => send(`${machine.url}/readyz`, 'GET', null)

/** Restores the database, and waits until the server has noticed. */
async function giveBack(fixture: DatabaseAwayFixture) {
  await fixture.relay.join()
  await until(async () => (await readyz(fixture)).status === 200)
}

/** Waits until the worker has logged the outage, so that the outage outlasts a job's next step. */
async function untilNoticed({ machine }: DatabaseAwayFixture, before: number) {
  await until(() => machine.said.slice(before).some((line) => line.includes(outageLines.away)))
}

/** The kind of outage. `isBrief`: the database returns at once. */
type Way = { what: string; isBrief: boolean }

/** The SQL of each step of an export: check the rights, save the checkpoint, save the end. */
const SAID = { asking: ['join "role_assignments"'], keeping: ['"checkpoint" ='], ending: ['completed', 'commit'] }

/** Removes the database in the middle of a statement, and restores it: at once if brief, otherwise after the worker has noticed. */
async function takeAwayAt(fixture: DatabaseAwayFixture, texts: readonly string[], isCarriedOut: boolean, { isBrief }: Way) {
  const said = fixture.machine.said.length
  const late = new AbortController()
  const timer = pause(LONGEST_MS, undefined, { signal: late.signal }).then(() => Promise.reject(tooLate()))
  await Promise.race([fixture.relay.cutAt(texts, isCarriedOut), timer]).finally(() => late.abort())
  if (!isBrief) await untilNoticed(fixture, said)
  await giveBack(fixture)
}

function assertAway({ status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>) {
  assert.equal(status, errors.UNAVAILABLE.status, text.slice(0, 300))
  assert.ok(text.includes(errors.UNAVAILABLE.message), text.slice(0, 300))
  assert.ok(Number(headers.get('retry-after')) > 0, 'it does not say when to try again')
}

const assertDone = ({ status, text }: Answer) => assert.ok(status < 300, text.slice(0, 300))

type Ask = (fixture: DatabaseAwayFixture) => Promise<Answer>

/** A call during the outage fails with a clear error and a retry time. Afterwards it works as before. */
const calling =
  (ask: Ask) =>
  ({ isBrief }: Way): AwayTrial =>
  async (fixture) => {
    await fixture.relay.cut()
    if (isBrief) await fixture.relay.join()
    const answer = await ask(fixture)
    if (!isBrief || answer.status >= 300) assertAway(answer)
    if (isBrief) await until(async () => (await readyz(fixture)).status === 200)
    else await giveBack(fixture)
    assertDone(await ask(fixture))
  }

const signIn: Ask = ({ machine, owner }) => send(`${machine.url}/api/auth/sign-in/email`, 'POST', null, owner)
const list: Ask = ({ pages, shop }) => pages.call('POST', '/products/fetch', { storeId: pages.storeOf(shop.host), limit: 50 })
const exportRequest = ({ pages, shop }: DatabaseAwayFixture) => ({ storeId: pages.storeOf(shop.host), config: { fields: productFields } })

const Listed = z.object({ data: JobListResponse })
const jobs = async ({ pages }: DatabaseAwayFixture) => {
  const { body } = await pages.call('GET', '/jobs')
  return Listed.parse(body).data.jobs
}

const beginExport: Ask = (fixture) => fixture.pages.call('POST', '/products/export', exportRequest(fixture))

/** All calls use the same Idempotency-Key. */
function beginExportOnce(): Ask {
  const key = { 'idempotency-key': crypto.randomUUID() }
  return async (fixture) =>
    send(`${fixture.machine.url}/api/v1/products/export`, 'POST', await fixture.token(), exportRequest(fixture), key)
}

async function assertJobWhole(fixture: DatabaseAwayFixture, id: string) {
  await assertWhole(fixture, fixture.shop, await outcomeOf(fixture.pages, id), productFields)
}

/** An export that failed to start leaves no job. One that started completes, whatever happened to the answer. */
const beginning =
  (trial: AwayTrial): AwayTrial =>
  async (fixture) => {
    const before = new Set((await jobs(fixture)).map(({ id }) => id))
    await trial(fixture)
    for (const { id } of await jobs(fixture)) if (!before.has(id)) await assertJobWhole(fixture, id)
  }

/** Repeated calls with one key leave one job, although the answer of the first one was lost. */
const beginningOnce: AwayTrial = async (fixture) => {
  const before = (await jobs(fixture)).length
  await unheard(['insert into "jobs"', 'commit'], beginExportOnce())(fixture)
  assert.equal((await jobs(fixture)).length - before, 1)
}

/** A complete download; null if the transfer broke or the answer was an error with its reason. */
async function downloaded(fixture: DatabaseAwayFixture): Promise<string | null> {
  const answer = await request(`${fixture.machine.url}/api/v1/products/export/csv`, 'POST', await fixture.token(), exportRequest(fixture))
  if (answer.status === 200) return answer.text().catch(() => null)
  assertAway({ status: answer.status, headers: answer.headers, text: await answer.text() })
  return null
}

/** Starts work, and resolves once the pages of an export have come this far. */
async function middleOf<T>({ sandbox, shop }: DatabaseAwayFixture, begun: () => T): Promise<{ begun: T }> {
  const asked = () => sandbox.requests.filter(({ operation }) => operation === 'ExportPage').length
  const before = asked()
  sandbox.tune(SLOW_PAGES, shop.host)
  const it = begun()
  await until(() => asked() - before >= MIDDLE)
  return { begun: it }
}

/** Neither the transfer nor its record presents a partial file as complete. */
const downloading =
  (texts: readonly string[], isCarriedOut: boolean) =>
  (way: Way): AwayTrial =>
  async (fixture) => {
    const whole = await undisturbedFile(fixture, fixture.shop, productFields)
    const { begun } = await middleOf(fixture, () => downloaded(fixture))
    await takeAwayAt(fixture, texts, isCarriedOut, way)
    fixture.sandbox.tune({ latencyMs: 0 }, fixture.shop.host)
    const file = await begun
    assert.ok(file === null || file === whole, 'a short file passes for a whole one')
    const [newest] = await jobs(fixture)
    assert.ok(isCarriedOut || file !== null || newest?.status !== 'completed', 'a download that broke counts as completed')
    assert.ok((await downloaded(fixture)) === whole, 'the next one is not whole')
  }

/** A download whose end cannot be recorded yet waits with its last byte, and is then complete in the file and in its record. */
const endingDownload =
  (isCarriedOut: boolean) =>
  (way: Way): AwayTrial =>
  async (fixture) => {
    const whole = await undisturbedFile(fixture, fixture.shop, productFields)
    const [file] = await Promise.all([downloaded(fixture), takeAwayAt(fixture, SAID.ending, isCarriedOut, way)])
    assert.ok(file === whole, 'a download broke although its record could be kept a moment later')
    const [newest] = await jobs(fixture)
    assert.equal(newest?.status, 'completed')
  }

/** A job resumes after the outage, and produces the same file as an undisturbed one. */
const working =
  (texts: readonly string[], isCarriedOut: boolean) =>
  (way: Way): AwayTrial =>
  async (fixture) => {
    await undisturbedFile(fixture, fixture.shop, productFields)
    const away = takeAwayAt(fixture, texts, isCarriedOut, way)
    const id = await begin(fixture.pages, fixture.shop, undefined, productFields)
    await away
    await assertJobWhole(fixture, id)
  }

const goingAway = (way: Way): Row<AwayColumn, DatabaseAwayFixture> => ({
  number: 190,
  what: `the database ${way.what}`,
  cells: {
    'sign in': calling(signIn)(way),
    list: calling(list)(way),
    readyz: calling(readyz)(way),
    'export begins': beginning(calling(beginExport)(way)),
    download: downloading(SAID.asking, false)(way),
    'download ends': endingDownload(false)(way),
    'job at work': working(SAID.keeping, false)(way),
    'last commit': working(SAID.ending, false)(way),
  },
})

const back: Way = { what: '', isBrief: true }

/** The work was done but its answer is lost: the caller gets an error, and may ask again. */
const unheard =
  (texts: readonly string[], ask: Ask): AwayTrial =>
  async (fixture) => {
    const away = takeAwayAt(fixture, texts, true, back)
    assertAway(await ask(fixture))
    await away
    assertDone(await ask(fixture))
  }

const answerLost: Row<AwayColumn, DatabaseAwayFixture> = {
  number: 190,
  what: 'the database carries out, and its answer is lost',
  cells: {
    'sign in': unheard(['insert into "sessions"'], signIn),
    list: 'a read carries nothing out',
    readyz: 'a read carries nothing out',
    'export begins': beginning(beginningOnce),
    download: endingDownload(true)(back),
    'download ends': endingDownload(true)({ what: '', isBrief: false }),
    'job at work': working(SAID.keeping, true)(back),
    'last commit': working(SAID.ending, true)(back),
  },
}

export const awayRows: readonly Row<AwayColumn, DatabaseAwayFixture>[] = [
  goingAway({ what: 'is away for a while', isBrief: false }),
  goingAway({ what: 'breaks all connections and is back at once', isBrief: true }),
  answerLost,
]
