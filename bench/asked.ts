import { setTimeout as pause } from 'node:timers/promises'
import type { BenchSandbox } from './sandbox.ts'
import type { ShopRequest } from './shop-request.ts'

const pollMs = 50
const longestMs = 120_000

/** Waits until a shop gets such a request, and returns it. */
export async function asked(sandbox: BenchSandbox, operation: string): Promise<ShopRequest> {
  for (let waited = 0; waited < longestMs; waited += pollMs) {
    const request = (await sandbox.requests()).find((one) => one.operation === operation)
    if (request) return request
    await pause(pollMs)
  }
  throw new Error(`no shop is asked for ${operation}`)
}
