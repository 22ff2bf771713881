import { csvWriter } from '#server/rows/csv.ts'
import { productRows } from '#server/export/product-rows.ts'
import { createPlatforms } from '#server/platforms/registry.ts'
import type { ExportProduct } from '#server/platforms/port.ts'
import { CsvOptions } from '#shared/export.ts'
import { productFields } from '#shared/product-fields.ts'
import { median, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import { accessToken, benchShops } from './shops.ts'

const rounds = 21
const leastRowsPerSecond = 30_000

/** All products of the small shop. */
export async function productsOf({ endpoints }: BenchSandbox): Promise<ExportProduct[]> {
  const platforms = createPlatforms({ endpoints, log: () => {} })
  const { platform, name, host } = benchShops.small
  const shop = platforms.connect({ platform, name, domain: host, secrets: { kind: 'accessToken', token: accessToken } })
  const products = await Array.fromAsync(shop.walkProducts({ query: {} }, productFields))
  await platforms.close()
  return products
}

/** Measures the encoding of products as CSV alone. */
export async function measureEncoding(sandbox: BenchSandbox): Promise<Finding[]> {
  const products = await productsOf(sandbox)
  const rowsOf = productRows(productFields, 0, 'USD')
  const { row } = csvWriter(CsvOptions.parse({}))
  const rates = Array.from({ length: rounds }, () => {
    const start = performance.now()
    const lines = products.flatMap((product) => rowsOf(product).map(row))
    return lines.length / ((performance.now() - start) / 1000)
  })
  const rate = Math.round(median(rates))
  return [
    {
      what: 'Encoding alone, rows a second',
      measured: rate.toString(),
      goal: `at least ${leastRowsPerSecond}`,
      isMet: rate >= leastRowsPerSecond,
    },
  ]
}
