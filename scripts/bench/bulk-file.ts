import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { pollBulk, startBulk, bulkQuery } from '#server/platforms/shopify/bulk-documents.ts'
import { partsFor } from '#server/platforms/shopify/export-parts.ts'
import { graphqlPath } from '#server/platforms/shopify/version.ts'
import { productFields } from '#shared/product-fields.ts'
import { largeShop } from './large-shop.ts'
import type { BenchSandbox } from './sandbox.ts'
import { askShop } from './shop-request.ts'

const pollMs = 1_000

const Operation = z.object({ id: z.string(), url: z.string().nullable(), objectCount: z.coerce.number(), fileSize: z.coerce.number() })
const Started = z.object({ data: z.object({ bulkOperationRunQuery: z.object({ bulkOperation: Operation }) }) })
const Polled = z.object({ data: z.object({ bulkOperation: Operation }) })

export type WrittenFile = { url: string; bytes: number; lines: number }

/** Has the large shop write the file of all its products: what the server asks for, word for word. */
export async function writtenFile({ endpoints }: BenchSandbox): Promise<WrittenFile> {
  const ask = async ({ name, text }: typeof startBulk, variables: Record<string, unknown>): Promise<unknown> => {
    const request = { operation: name, path: graphqlPath, document: text, variables }
    return JSON.parse((await askShop(endpoints[largeShop.host] ?? '', request)).toString())
  }
  const { id } = Started.parse(await ask(startBulk, { query: bulkQuery(partsFor(productFields), '') })).data.bulkOperationRunQuery
    .bulkOperation
  for (;;) {
    const { url, fileSize: bytes, objectCount: lines } = Polled.parse(await ask(pollBulk, { id })).data.bulkOperation
    if (url !== null) {
      const { pathname, search } = new URL(url)
      return { url: `${endpoints['storage.googleapis.com']}${pathname}${search}`, bytes, lines }
    }
    await pause(pollMs)
  }
}
