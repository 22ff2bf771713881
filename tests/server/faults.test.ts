// The short form of `npm run prove:faults`: the cells with the greatest risk of unnoticed errors.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFaultEnvironment, type FaultEnvironment } from '../../proofs/faults/environment.ts'
import type { Column } from '../../proofs/faults/row.ts'
import { faultRows } from '../../proofs/faults/rows.ts'

let environment: FaultEnvironment
beforeAll(async () => {
  environment = await openFaultEnvironment(1)
})
afterAll(() => environment[Symbol.asyncDispose]())

const telling: [what: string, column: Column][] = [
  ['reset in the body', 'export page'],
  ['no length, closed too early', 'export page'],
  ['no length, closed too early', 'bulk download'],
  ['JSONL that ends too early, at the end of a line', 'bulk download'],
  ['a page of HTML in a 200', 'Sheets write'],
  ['pageInfo is missing', 'export page'],
  ['numbers where texts belong', 'list'],
  ['numbers where texts belong', 'order'],
  ['numbers where texts belong', 'export page'],
  ['a row that cannot be read', 'list'],
  ['a row that cannot be read', 'export page'],
  ['fields that nobody asked for', 'list'],
  ['a cursor that is not taken any more', 'export page'],
  ['FAILED, half of the data left', 'bulk poll'],
  ['a body of 2 GB', 'list'],
  ['a body of 2 GB', 'bulk download'],
  ['one query costs more than it may', 'export page'],
  ['another version of the API answers', 'test'],
  ['another version of the API answers', 'export page'],
  ['the key was revoked', 'Sheets write'],
  ['connection refused', 'list'],
  ['the clock is set back by hours and days', 'list'],
  ['a bulk operation takes a day, behind a proxy that gives up after 60 s', 'export page'],
  ['names and addresses are kept, errors without a code', 'list'],
  ['a page of HTML in a 200', 'export page'],
  ['503 for an hour', 'export page'],
  ['503 for an hour', 'Sheets write'],
  ['the store is deleted', 'export page'],
  ['the store is inactive', 'export page'],
  ['the store is sent to another shop', 'export page'],
]
test.each(telling)('%s: %s', { timeout: 120_000 }, async (what, column) => {
  const trial = faultRows.find((row) => row.what === what)?.cells[column]
  const [fixture] = environment.fixtures
  if (typeof trial !== 'function' || !fixture) throw new Error('there is no such trial')
  await trial(fixture)
})

test('no secret was logged on the way', () => {
  expect(environment.leaked()).toEqual([])
})
