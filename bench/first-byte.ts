import { productDocuments } from '#server/platforms/shopify/products/export-documents.ts'
import { productFields, type ProductField } from '#shared/product-fields.ts'
import { figure, seconds, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'
import { startServer, type BenchServer } from './server.ts'
import { askShop } from './shop-request.ts'
import { benchShops, type BenchShop } from './shops.ts'

const warmUps = 2
const samples = 5
const longestMs = 1_000

const { host, products } = benchShops.large
const columns: readonly { called: string; fields: readonly ProductField[] }[] = [
  { called: `${productFields.length} columns`, fields: productFields },
  { called: 'one narrow column', fields: ['Title'] },
]
const encodings = [
  { called: 'plain', encoding: 'identity' },
  { called: 'gzip', encoding: 'gzip' },
] as const

/** The milliseconds of several runs, without the warm-up runs. */
async function repeated(measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < warmUps + samples; run++) times.push(await measure())
  return times.slice(warmUps)
}

/** The shop's own time for the first page of such a download. */
async function measureShop(sandbox: BenchSandbox, download: () => Promise<number>): Promise<number[]> {
  const { requests } = await sandbox.recorded(download)
  const page = requests.find(({ operation }) => operation === productDocuments().page.name)
  if (!page) throw new Error('the server asked for no page')
  return repeated(async () => {
    const start = performance.now()
    await askShop(sandbox.endpoints[host] ?? '', page)
    return performance.now() - start
  })
}

const downloadFrom = (server: BenchServer<BenchShop>, fields: readonly ProductField[], encoding: 'identity' | 'gzip') => () =>
  server.firstByteMs('/products/export/csv', { storeId: server.storeIds.large, config: { fields } }, encoding)

/** The time to the first byte of the large shop's download. Every sample must meet the goal. */
export async function measureFirstByte(sandbox: BenchSandbox): Promise<Finding[]> {
  await sandbox.allow('pages')
  await using server = await startServer(sandbox.endpoints, benchShops)
  const findings: Finding[] = []
  for (const { called, fields } of columns) {
    for (const { called: form, encoding } of encodings) {
      const times = await repeated(downloadFrom(server, fields, encoding))
      findings.push({
        what: `First byte of a download of ${products} products, ${called}, ${form}`,
        measured: seconds(times),
        goal: `at most ${longestMs / 1000} s`,
        isMet: Math.max(...times) <= longestMs,
      })
    }
    const shops = await measureShop(sandbox, downloadFrom(server, fields, 'identity'))
    findings.push(figure(`The shop's own answer with its first page, ${called}`, seconds(shops)))
  }
  return findings
}
