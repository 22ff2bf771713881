// Codes are compared again where a store has another currency, on the database of DATABASE_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dialect } from '#drizzle/dialect.ts'
import { usualBounds } from '#drizzle/catalogue/rows.ts'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { freshCatalogue, product, variant } from '../support/catalogue-products.ts'

const folder = mkdtempSync(join(tmpdir(), 'catalogue-currencies-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** More than are compared at once, the last ones with ids that are no numbers that SQLite keeps. */
const many = 2 * usualBounds[dialect].comparedAtOnce + 7
const idOf = (index: number) => (index < many - 3 ? String(index + 1) : `9${'0'.repeat(20)}${index}`)
const goods = (price: string) =>
  Array.from({ length: many }, (_, index) => product(idOf(index), { variants: [variant(idOf(index), { sku: `MUG-${index}`, price })] }))

async function judge(copy: CatalogueCopy, harbor: string) {
  let turns = 1
  const currencies = new Map([
    ['north', 'USD'],
    ['harbor', harbor],
  ])
  while (await copy.judge(currencies)) turns += 1
  return turns
}
const clashing = async (copy: CatalogueCopy) =>
  (await copy.clashCodes({ by: 'sku', kinds: ['price'], after: null, limit: 2 * many })).length

test('all codes of a store are compared again with its new currency, a part at a time, and only once', async () => {
  await using home = await freshCatalogue(folder)
  const copy = await home.open()
  await copy.write('north', goods('1.00'), 1)
  await copy.write('harbor', goods('2.00'), 1)
  await judge(copy, 'EUR')
  expect(await clashing(copy)).toBe(0)
  expect(await judge(copy, 'USD')).toBeGreaterThan(3)
  expect(await clashing(copy)).toBe(many)
  expect(await judge(copy, 'USD')).toBe(1)
  await judge(copy, 'EUR')
  expect(await clashing(copy)).toBe(0)
  await copy.close()
})

test('the codes of a store that was compared before it was known are compared again', async () => {
  await using home = await freshCatalogue(folder)
  const copy = await home.open()
  await copy.write('north', goods('1.00'), 1)
  await copy.write('harbor', goods('2.00'), 1)
  while (await copy.judge(new Map([['north', 'USD']])));
  expect(await clashing(copy)).toBe(0)
  await judge(copy, 'USD')
  expect(await clashing(copy)).toBe(many)
  await copy.close()
})
