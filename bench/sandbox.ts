import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Tuning } from '#sandbox/settings.ts'
import { startBulk } from '#server/platforms/shopify/bulk/documents.ts'
import { get, post } from './http.ts'
import { startNode } from './process.ts'
import { ShopRequest } from './shop-request.ts'

const Ready = z.object({ url: z.string(), endpoints: z.record(z.string(), z.string()) })

/** The way to read a large shop: by pages without a cost bucket, by a bulk operation with one. */
export const ways = ['pages', 'bulk operation'] as const
export type Way = (typeof ways)[number]

const Spent = z.object({ shops: z.array(z.object({ host: z.string(), pointsSpent: z.number().nullable() })) })
const Requests = z.object({ requests: z.array(ShopRequest) })

export type BenchSandbox = {
  /** Shop host -> base URL. */
  endpoints: Record<string, string>
  /** Sets the way to read the shops from now on. */
  allow: (way: Way) => Promise<void>
  /** Makes all shops refuse bulk operations from now on. */
  refuseBulk: () => Promise<void>
  /** Changes the settings of all shops. */
  tune: (change: Tuning) => Promise<void>
  /** The total points taken from a shop's rate limit. */
  pointsSpent: (host: string) => Promise<number>
  /** The requests to the shops since the log was last cleared, oldest first. */
  requests: () => Promise<ShopRequest[]>
  forget: () => Promise<void>
  /** The result of the work, and the requests to the shops during it, oldest first. */
  recorded: <Made>(work: () => Promise<Made>) => Promise<{ made: Made; requests: ShopRequest[] }>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * `script`: the address of the shops' process. `options`: Node's own. `niceness`: above 0, every other process of this machine goes first, as
 * if the shops were elsewhere.
 */
export async function startShops(script: string, options: readonly string[] = [], niceness = 0): Promise<BenchSandbox> {
  const child = await startNode([...options, fileURLToPath(script)], {}, () => true, niceness)
  const { url, endpoints } = Ready.parse(JSON.parse(child.firstWord))
  const requestLog = `${url}/control/requests`
  const tune = async (change: Tuning) => void (await post(`${url}/control/tune`, change, {}))
  const requests = async () => Requests.parse(JSON.parse((await get(requestLog)).toString())).requests
  const forget = async () => void (await fetch(requestLog, { method: 'DELETE' }))
  return {
    endpoints,
    tune,
    requests,
    forget,
    allow: (way) => tune({ costBucket: way === 'bulk operation' }),
    async refuseBulk() {
      await post(`${url}/control/faults`, { kind: 'status', status: 400, operation: startBulk.name }, {})
    },
    async pointsSpent(host) {
      const { shops } = Spent.parse(JSON.parse((await get(`${url}/control/shops`)).toString()))
      return shops.find((shop) => shop.host === host)?.pointsSpent ?? 0
    },
    async recorded(work) {
      await forget()
      const made = await work()
      return { made, requests: await requests() }
    },
    [Symbol.asyncDispose]: child[Symbol.asyncDispose],
  }
}
