import { productFields, type ProductField } from '#shared/product-fields.ts'
import { seconds, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import { startServer } from './server.ts'
import { benchShops } from './shops.ts'

const warmUps = 2
const samples = 5
const longestMs = 1_000

const columns: readonly { called: string; fields: readonly ProductField[] }[] = [
  { called: `${productFields.length} columns`, fields: productFields },
  { called: 'one narrow column', fields: ['Title'] },
]

/** How long somebody who downloads the large shop waits for the first byte, which every sample has to meet. */
export async function measureFirstByte(sandbox: BenchSandbox): Promise<Finding[]> {
  await sandbox.allow('pages')
  await using server = await startServer(sandbox.endpoints, benchShops)
  const findings: Finding[] = []
  for (const { called, fields } of columns)
    for (const encoding of ['identity', 'gzip'] as const) {
      const request = { storeId: server.storeIds.large, config: { fields } }
      const times: number[] = []
      for (let run = 0; run < warmUps + samples; run++) times.push(await server.firstByteMs('/products/export/csv', request, encoding))
      const measured = times.slice(warmUps)
      findings.push({
        what: `First byte of a download of ${benchShops.large.products} products, ${called}, ${encoding === 'gzip' ? 'gzip' : 'plain'}`,
        measured: seconds(measured),
        goal: `at most ${longestMs / 1000} s`,
        isMet: Math.max(...measured) <= longestMs,
      })
    }
  return findings
}
