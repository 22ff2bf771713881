// The client of a shop for which a server of the test answers.
import type { RequestListener, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { machineLookup } from '#server/platforms/guard.ts'
import type { Level } from '#server/platforms/bucket.ts'
import { createHttp, type ShopOptions } from '#server/platforms/http.ts'
import type { SharedBudgets } from '#server/platforms/shared-bucket.ts'
import type { ShopCall } from '#server/platforms/shop-call.ts'
import type { Patience } from '#server/platforms/retry.ts'
import { fakeClock, type FakeClock } from '#tests/platforms/fake-clock.ts'
import { listener } from '#tests/platforms/listener.ts'

export const HOST = 'north.myshopify.com'
const SECRET = 'shpat_canary_1234'
export const patience: Patience = { attempts: 3, attemptMs: 5_000, totalMs: 60_000, priority: 'person' }

export const json = (response: ServerResponse, body: unknown = { ok: true }) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** The client of one shop. A server of the test answers for the shop. */
export async function shopAnswering(
  answer: RequestListener,
  { budgets, ...options }: Pick<ShopOptions, 'patience'> & { budgets?: (clock: FakeClock) => SharedBudgets } = {},
) {
  const server = await listener(answer)
  const clock = fakeClock()
  const log: object[] = []
  const http = createHttp({
    endpoints: { [HOST]: server.url },
    clock,
    lookup: machineLookup,
    log: (event) => log.push(event),
    budgets: budgets?.(clock),
  })
  onTestFinished(http.close)
  const waits: (string | null)[] = []
  const shop = http.shop('shopify', HOST, 'North', { ...options, onWait: (reason) => void waits.push(reason) })
  const call = (change: Partial<ShopCall> = {}, level?: Level) =>
    shop.call(
      {
        operation: 'test',
        method: 'GET',
        path: '/admin/thing.json?title=private',
        headers: { 'x-shopify-access-token': SECRET },
        cost: 1,
        patience,
        ...change,
      },
      { read: ({ text }) => ({ value: text, level }) },
    )
  return { server, clock, log, call, waits }
}
