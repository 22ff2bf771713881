// Exports as jobs, from the request to the file or the sheet.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { ShopSettings } from '#sandbox/settings.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { Job, isSettled } from '#shared/jobs.ts'
import { limits } from '#shared/limits.ts'
import type { ProductField } from '#shared/product-fields.ts'
import type { Fixture } from './fixture.ts'
import { once } from './calls.ts'
import type { ProofServer } from './server.ts'

const LONGEST_MS = 180_000
const PAUSE_MS = 150
/** The retry time of temporary failures. */
const TRIED_MS = limits.jobs.tryHours * 3_600_000
/** With variants, so that a bulk operation's file has child lines. */
export const fields: readonly ProductField[] = ['Product Id', 'Title', 'Status', 'Variant SKU', 'Variant Price']

const Made = z.object({ data: z.object({ job: Job }) })

export async function jobOf(server: ProofServer, id: string): Promise<Job> {
  return Made.parse((await server.call('GET', `/jobs/${id}`)).body).data.job
}

/** Starts an export as a job. */
export async function madeJob(server: ProofServer, path: string, request: object): Promise<string> {
  const { status, text, body } = await server.call('POST', path, request)
  assert.equal(status, 201, text.slice(0, 300))
  return Made.parse(body).data.job.id
}

/** Starts an export of all products of a shop: into a file, or into a spreadsheet if `document` is given. */
export function begin(server: ProofServer, { host }: ShopSettings, document?: string, columns = fields): Promise<string> {
  const sheet = { exportFormat: 'sheet', sheetExport: `https://docs.google.com/spreadsheets/d/${document}/edit` }
  const config = { fields: columns, ...(document === undefined ? {} : sheet) }
  return madeJob(server, '/products/export', { storeId: server.storeOf(host), config })
}

/** The job after its end. While it backs off, the clock advances by a day, so that a lasting fault ends it at the next attempt. */
export async function settled(server: ProofServer, id: string): Promise<Job> {
  for (const end = performance.now() + LONGEST_MS; performance.now() < end; await pause(PAUSE_MS)) {
    const job = await jobOf(server, id)
    if (isSettled(job)) return job
    if (job.status === 'pending') server.leap(TRIED_MS)
  }
  throw new Error(`it has not ended after ${LONGEST_MS / 1_000} s`)
}

export type Outcome = { job: Job; file: string | null }

export async function outcomeOf(server: ProofServer, id: string): Promise<Outcome> {
  const job = await settled(server, id)
  const [file] = job.files
  if (!file?.url) return { job, file: null }
  return { job, file: (await server.call('GET', file.url.replace('/api/v1', ''))).text }
}

/** Exports into a file and waits for the end. */
export const exported = async (server: ProofServer, shop: ShopSettings, columns = fields): Promise<Outcome> =>
  outcomeOf(server, await begin(server, shop, undefined, columns))

/** The requirements to compute the expected file: a server without faults, and the cached values. */
type Knowing = Pick<Fixture, 'pages' | 'known'>

/** The file of an export without faults. */
export function undisturbedFile(fixture: Knowing, shop: ShopSettings, columns = fields): Promise<string> {
  return once(fixture.known.texts, `file of ${shop.host}, ${columns.length} columns`, async () => {
    const { job, file } = await exported(fixture.pages, shop, columns)
    assert.equal(job.status, 'completed', job.error?.message)
    return file ?? ''
  })
}

/** The export completed with the expected file. */
export async function assertWhole(fixture: Knowing, shop: ShopSettings, { job, file }: Outcome, columns = fields): Promise<void> {
  assert.deepEqual([job.status, job.error?.message ?? null], ['completed', null])
  assert.equal(job.counts.fetched, shop.products)
  assert.ok(file === (await undisturbedFile(fixture, shop, columns)), 'the file is another one')
}

/** The export failed with the reason, and left no file that looks complete. */
export function assertJobFailed({ job, file }: Outcome, code: ErrorCode, message: string): void {
  assert.deepEqual([job.status, job.error?.code, job.error?.message], ['failed', code, message])
  assert.deepEqual([job.files, file, job.sheet], [[], null, null])
}
