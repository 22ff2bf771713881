// Case 200: incomplete pages, and shops with a higher count than their rows.
import assert from 'node:assert/strict'
import { messages } from '#shared/messages.ts'
import { platforms, type Platform } from '#shared/platforms.ts'
import { under, type Aim, type Fixture, type InjectedFault } from './fixture.ts'
import { ask, said, undisturbed } from './calls.ts'
import { assertWhole, exported, type Outcome } from './exports.ts'
import { everywhere, type Row, type Trial } from './row.ts'
import { assertNoTab, sheetExport } from './sheets.ts'

const shortPage: InjectedFault = { kind: 'shortPage', rows: 1, from: 'end' }
const MORE = 7
const tooHigh: InjectedFault = { kind: 'countTooHigh', by: MORE }
const counts = { shopify: { operation: 'ProductCount' }, shopbase: { operation: '/admin/products/count.json' } } as const

const countOf = ({ shops }: Fixture, platform: Platform): Aim => ({ shop: shops[platform].host, ...counts[platform] })
const missing = (products: number) => messages.export.incomplete(products, products + MORE, products + MORE, 'products')

/** The export failed, named the missing items, and kept the partial file under a name that says so. */
function assertPart({ job, file }: Outcome, products: number): void {
  assert.deepEqual([job.status, job.error?.code, job.error?.message], ['failed', 'INCOMPLETE', missing(products)])
  assert.ok(job.files[0]?.name.endsWith('.partial') && file !== null, 'what came is not kept')
}

const incomplete =
  (stationOf: (fixture: Fixture) => Fixture['pages'], on: readonly Platform[]): Trial =>
  async (fixture) => {
    for (const platform of on) {
      const shop = fixture.shops[platform]
      assertPart(await under(fixture, tooHigh, countOf(fixture, platform), () => exported(stationOf(fixture), shop)), shop.products)
    }
  }

const listed: Trial = async (fixture) => {
  const { shopbase } = fixture.shops
  const whole = await undisturbed(fixture, 'list', shopbase)
  const aim = { shop: shopbase.host, operation: '/admin/products.json' }
  // The missing row is the one that shows that a next page exists.
  assert.deepEqual(said(await under(fixture, shortPage, aim, () => ask(fixture, 'list', shopbase))), whole)
}

const exportedWhole: Trial = async (fixture) => {
  const { shopbase } = fixture.shops
  const aim = { shop: shopbase.host, operation: '/admin/products.json' }
  await assertWhole(fixture, shopbase, await under(fixture, shortPage, aim, () => exported(fixture.pages, shopbase)))
}

const noTab: Trial = async (fixture) => {
  const { shopify } = fixture.shops
  const outcome = await under(fixture, tooHigh, countOf(fixture, 'shopify'), () => sheetExport(fixture, fixture.pages))
  assertNoTab(fixture, outcome, 'INCOMPLETE', missing(shopify.products))
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
      'export page': incomplete((fixture) => fixture.pages, platforms),
      'bulk download': incomplete((fixture) => fixture.bulk, ['shopify']),
      'Sheets write': noTab,
    },
  },
]
