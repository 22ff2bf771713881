import { parse } from 'csv-parse/sync'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { productFields } from '#shared/product-fields.ts'
import { finishedJob, outcomeOf } from './job.ts'
import type { Way } from './sandbox.ts'
import type { BenchServer } from './server.ts'
import { benchShops, type BenchShop } from './shops.ts'

/** A file, and the milliseconds from the request to its last byte or to the end of its job. */
export type Exported = { ms: number; csv: Buffer }

/**
 * Exports all products of a shop with all 52 columns: as a download, which always reads pages, or as a job, which may use a bulk operation.
 */
export async function exportCsv(server: BenchServer<BenchShop>, shop: BenchShop, way: Way): Promise<Exported> {
  const request = { storeId: server.storeIds[shop], config: { fields: productFields } }
  if (way === 'bulk operation') {
    const { job, ms } = await finishedJob(server, '/products/export', request)
    const [file] = job.files
    if (!file) throw new Error(outcomeOf(job, 'products'))
    return { ms, csv: await server.get(`/jobs/${job.id}/files/${file.id}`) }
  }
  const start = performance.now()
  const csv = await server.post('/products/export/csv', request)
  return { ms: performance.now() - start, csv }
}

/** The number of rows, and whether the file has each of the shop's products exactly once, by ascending id. */
export function inspect(csv: Buffer, shop: BenchShop): { rows: number; isWhole: boolean } {
  const [header = [], ...rows] = parse(csv, { bom: true })
  const column = header.indexOf('Product Id')
  const found = rows.flatMap((row) => row[column] || [])
  const expected = catalogueOf(benchShops[shop])
    .products.map(({ id }) => BigInt(id))
    .toSorted((a, b) => (a < b ? -1 : 1))
  return { rows: rows.length, isWhole: found.join() === expected.join() }
}
