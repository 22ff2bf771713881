import { parse } from 'csv-parse/sync'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { productFields } from '#shared/product-fields.ts'
import type { BenchServer } from './server.ts'
import { benchShops, type BenchShop } from './shops.ts'

/** A file as it was downloaded, and the milliseconds from the request to its last byte. */
export type Exported = { ms: number; csv: Buffer }

/** Downloads all products of a shop with all 52 columns. */
export async function exportCsv({ post, storeIds }: BenchServer<BenchShop>, shop: BenchShop): Promise<Exported> {
  const start = performance.now()
  const csv = await post('/products/export/csv', { storeId: storeIds[shop], config: { fields: productFields } })
  return { ms: performance.now() - start, csv }
}

/** How many rows the file has, and whether it names every product of the shop exactly once and by ascending id. */
export function inspect(csv: Buffer, shop: BenchShop): { rows: number; isWhole: boolean } {
  const [header = [], ...rows] = parse(csv, { bom: true })
  const column = header.indexOf('Product Id')
  const found = rows.flatMap((row) => row[column] || [])
  const expected = catalogueOf(benchShops[shop])
    .products.map(({ id }) => BigInt(id))
    .toSorted((a, b) => (a < b ? -1 : 1))
  return { rows: rows.length, isWhole: found.join() === expected.join() }
}
