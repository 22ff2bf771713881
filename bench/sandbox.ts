import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Tuning } from '#sandbox/settings.ts'
import { startBulk } from '#server/platforms/shopify/bulk/documents.ts'
import { get, post } from './http.ts'
import { startNode } from './process.ts'
import { ShopRequest } from './shop-request.ts'

const Ready = z.object({ url: z.string(), endpoints: z.record(z.string(), z.string()) })

/** How a large shop is read: page by page where its cost bucket is none, else by a bulk operation. */
export const ways = ['pages', 'bulk operation'] as const
export type Way = (typeof ways)[number]

const Spent = z.object({ shops: z.array(z.object({ host: z.string(), pointsSpent: z.number().nullable() })) })
const Requests = z.object({ requests: z.array(ShopRequest) })

export type BenchSandbox = {
  /** Shop host -> base URL. */
  endpoints: Record<string, string>
  /** How the shops are to be read from now on. */
  allow: (way: Way) => Promise<void>
  /** From now on no shop carries out a bulk operation. */
  refuseBulk: () => Promise<void>
  /** Changes how all shops behave. */
  tune: (change: Tuning) => Promise<void>
  /** How many points of its rate limit a shop has taken so far. */
  pointsSpent: (host: string) => Promise<number>
  /** What has reached the shops since this was last forgotten, oldest first. */
  requests: () => Promise<ShopRequest[]>
  forget: () => Promise<void>
  /** What the work made, and what reached the shops meanwhile, oldest first. */
  recorded: <Made>(work: () => Promise<Made>) => Promise<{ made: Made; requests: ShopRequest[] }>
  [Symbol.asyncDispose](): Promise<void>
}

/** `script`: the address of the process that has the shops; `options`: Node's own. */
export async function startShops(script: string, options: readonly string[] = []): Promise<BenchSandbox> {
  const child = await startNode([...options, fileURLToPath(script)], {}, () => true)
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
