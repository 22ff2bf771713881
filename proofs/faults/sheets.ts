// Exports into the worker's spreadsheet.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { SHEETS_HOST } from '#sandbox/sheets/serve.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { unprotected } from '../csv.ts'
import { textsOf } from '../sheet-rows.ts'
import { under, type Fixture, type InjectedFault } from './fixture.ts'
import { assertJobFailed, begin, outcomeOf, undisturbedFile, type Outcome } from './exports.ts'
import type { ProofServer } from './server.ts'

const tabsOf = ({ sandbox, document }: Fixture) => sandbox.sheets.documents.get(document)?.tabs ?? []

/** Replaces the document of the last trial with an empty one. */
export function freshDocument({ sandbox, document }: Fixture): void {
  sandbox.sheets.documents.delete(document)
  sandbox.sheets.share({ id: document, title: document, access: 'editor' })
}

/** The worker's own writes to its spreadsheet. */
export const writes = ({ document }: Fixture) => ({ shop: SHEETS_HOST, operation: `/v4/spreadsheets/${document}/values:batchUpdate` })

const CLEARED_MS = 10_000
const PAUSE_MS = 20

/** A failed job reports it before its hidden tab is removed, so that users do not wait for Google. */
async function cleared(fixture: Fixture): Promise<void> {
  const end = performance.now() + CLEARED_MS
  while (tabsOf(fixture).some(({ hidden }) => hidden) && performance.now() < end) await pause(PAUSE_MS)
}

export async function sheetExport(fixture: Fixture, server: ProofServer): Promise<Outcome> {
  freshDocument(fixture)
  const outcome = await outcomeOf(server, await begin(server, fixture.shops.shopify, fixture.document))
  await cleared(fixture)
  return outcome
}

/** The tab exists with its name, is visible, and has the rows of the file. */
export async function assertTabWhole(fixture: Fixture, { job }: Outcome): Promise<void> {
  assert.deepEqual([job.status, job.error?.message ?? null], ['completed', null])
  const [, tab, ...more] = tabsOf(fixture)
  assert.deepEqual([tab?.title, tab?.hidden, more], [job.sheet?.name, false, []])
  const rows: string[][] = parse(await undisturbedFile(fixture, fixture.shops.shopify), { bom: true })
  // The file protects cells that a spreadsheet would calculate. Rows written by the API need no protection.
  const plain = rows.map((row) => row.map((cell) => unprotected(cell, ',')))
  const cells = tab ? textsOf(tab, plain) : []
  assert.ok(JSON.stringify(cells) === JSON.stringify(plain), 'the tab holds other rows')
}

export function assertNoTab(fixture: Fixture, outcome: Outcome, code: ErrorCode, message: string): void {
  assertJobFailed(outcome, code, message)
  assert.deepEqual(
    tabsOf(fixture).map(({ title }) => title),
    ['Sheet1'],
  )
}

/** An export with this many faulted writes. */
export const sheetUnder = (fixture: Fixture, inject: InjectedFault, times?: number): Promise<Outcome> =>
  under(fixture, inject, { ...writes(fixture), ...(times === undefined ? {} : { times }) }, () => sheetExport(fixture, fixture.pages))
