import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { pollBulk, startBulk } from '#server/platforms/shopify/bulk/documents.ts'
import { asked } from './asked.ts'
import { cancelJob, startJob } from './job.ts'
import { largeExport, largeShop } from './large-shop.ts'
import type { BenchSandbox } from './sandbox.ts'
import type { BenchServer } from './server.ts'
import { askShop, type ShopRequest } from './shop-request.ts'

const pollMs = 1_000
const longMs = 3_600_000

const Operation = z.object({ id: z.string(), url: z.string().nullable(), objectCount: z.coerce.number(), fileSize: z.coerce.number() })
const Started = z.object({ data: z.object({ bulkOperationRunQuery: z.object({ bulkOperation: Operation }) }) })
const Polled = z.object({ data: z.object({ bulkOperation: Operation }) })

export type WrittenFile = { url: string; bytes: number; lines: number }

/** The file of what a server asked the large shop for, which writes it unless it is there. */
export async function fileOf(sandbox: BenchSandbox, start: ShopRequest): Promise<WrittenFile> {
  const shop = sandbox.endpoints[largeShop.host] ?? ''
  const begun: unknown = JSON.parse((await askShop(shop, start)).toString())
  const { id } = Started.parse(begun).data.bulkOperationRunQuery.bulkOperation
  const poll = { ...start, operation: pollBulk.name, document: pollBulk.text, variables: { id } }
  for (;;) {
    const polled: unknown = JSON.parse((await askShop(shop, poll)).toString())
    const { url, fileSize: bytes, objectCount: lines } = Polled.parse(polled).data.bulkOperation
    if (url !== null) {
      const { pathname, search } = new URL(url)
      return { url: `${sandbox.endpoints['storage.googleapis.com']}${pathname}${search}`, bytes, lines }
    }
    await pause(pollMs)
  }
}

/** Makes the large shop write the file of all its products with the server's own query, so that it is available at once later. */
export async function writtenFile(sandbox: BenchSandbox, server: BenchServer<'large'>): Promise<WrittenFile> {
  await sandbox.tune({ bulkMs: longMs })
  const job = await startJob(server, '/products/export', largeExport(server.storeIds.large))
  const start = await asked(sandbox, startBulk.name)
  await cancelJob(server, job)
  await sandbox.tune({ bulkMs: 0 })
  return fileOf(sandbox, start)
}
