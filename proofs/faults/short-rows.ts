// Case 200: pages that come short, and shops that count more than they give.
import assert from 'node:assert/strict'
import { messages } from '#shared/messages.ts'
import { platforms, type Platform } from '#shared/platforms.ts'
import { under, type Aim, type Bench, type Strike } from './bench.ts'
import { ask, said, undisturbed } from './calls.ts'
import { assertWhole, exported, type Outcome } from './exports.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import { assertNoTab, sheetExport } from './sheets.ts'

const shortPage: Strike = { kind: 'shortPage', rows: 1, from: 'end' }
const MORE = 7
const tooHigh: Strike = { kind: 'countTooHigh', by: MORE }
const counts = { shopify: { operation: 'ProductCount' }, shopbase: { operation: '/admin/products/count.json' } } as const

const countOf = ({ shops }: Bench, platform: Platform): Aim => ({ shop: shops[platform].host, ...counts[platform] })
const missing = (products: number) => messages.export.incomplete(products, products + MORE, products + MORE, 'products')

/** It failed, said what is missing, and kept what came under a name that says so. */
function assertPart({ job, file }: Outcome, products: number): void {
  assert.deepEqual([job.status, job.error?.code, job.error?.message], ['failed', 'INCOMPLETE', missing(products)])
  assert.ok(job.files[0]?.name.endsWith('.partial') && file !== null, 'what came is not kept')
}

const incomplete =
  (stationOf: (bench: Bench) => Bench['pages'], on: readonly Platform[]): Trial =>
  async (bench) => {
    for (const platform of on) {
      const shop = bench.shops[platform]
      assertPart(await under(bench, tooHigh, countOf(bench, platform), () => exported(stationOf(bench), shop)), shop.products)
    }
  }

const listed: Trial = async (bench) => {
  const { shopbase } = bench.shops
  const whole = await undisturbed(bench, 'list', shopbase)
  const aim = { shop: shopbase.host, operation: '/admin/products.json' }
  // The row that shows that there is a next page is the one that is missing.
  assert.deepEqual(said(await under(bench, shortPage, aim, () => ask(bench, 'list', shopbase))), whole)
}

const exportedWhole: Trial = async (bench) => {
  const { shopbase } = bench.shops
  const aim = { shop: shopbase.host, operation: '/admin/products.json' }
  await assertWhole(bench, shopbase, await under(bench, shortPage, aim, () => exported(bench.pages, shopbase)))
}

const noTab: Trial = async (bench) => {
  const { shopify } = bench.shops
  const outcome = await under(bench, tooHigh, countOf(bench, 'shopify'), () => sheetExport(bench, bench.pages))
  assertNoTab(bench, outcome, 'INCOMPLETE', missing(shopify.products))
}

export const shortCases: readonly Row[] = [
  {
    number: 200,
    what: 'full pages that come short',
    cells: { ...everywhere('has no full pages'), list: listed, 'export page': exportedWhole },
  },
  {
    number: 200,
    what: 'a count that is too high',
    cells: {
      ...everywhere('counts nothing'),
      'export page': incomplete((bench) => bench.pages, platforms),
      'bulk download': incomplete((bench) => bench.bulk, ['shopify']),
      'Sheets write': noTab,
    },
  },
]
