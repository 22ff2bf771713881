import { z } from 'zod'
import { shopifyMessages } from '#shared/shopify-messages.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { failure } from '#server/platforms/failures.ts'
import type { BulkOperation as KeptOperation, OperationMemory } from '#server/platforms/port.ts'
import { patience, sleep } from '#server/platforms/retry.ts'
import { cancelBulk, pollBulk, startBulk } from './documents.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'

/** Counts are sent as text, because they may exceed a JSON number. */
const Count = z.string().regex(/^\d+$/).transform(Number)
const Operation = z.object({
  id: z.string(),
  status: z.enum(['CREATED', 'RUNNING', 'COMPLETED', 'CANCELING', 'CANCELED', 'FAILED', 'EXPIRED']),
  objectCount: Count,
  rootObjectCount: Count,
  fileSize: Count.nullable(),
  url: z.string().nullable(),
})
type Operation = z.infer<typeof Operation>

const Started = z.object({ bulkOperationRunQuery: z.object({ bulkOperation: Operation.nullable(), userErrors: z.array(z.unknown()) }) })
const Polled = z.object({ bulkOperation: Operation.nullable() })

/** The result file of a bulk operation. `url` is null if nothing matched. */
export type BulkResult = { url: string | null; bytes: number; objects: number; roots: number }

/** `longestMs`: the maximum duration of the operation. `memory`: stores its id beyond this process. */
export type BulkRun = {
  client: ShopifyClient
  clock: Clock
  query: string
  after?: string | undefined
  longestMs: number
  memory?: OperationMemory | undefined
  signal?: AbortSignal | undefined
}

const FIRST_POLL_MS = 1_000
const LONGEST_POLL_MS = 5_000
const brief = { attempts: 1, attemptMs: 2_000, totalMs: 2_000, priority: 'person' } as const

const isUnderWay = ({ status }: Operation) => status === 'CREATED' || status === 'RUNNING'

async function poll({ client, signal }: BulkRun, id: string): Promise<Operation> {
  const { bulkOperation } = await client.ask(pollBulk, Polled, { id }, { patience: patience.export, signal })
  if (!bulkOperation) throw failure.answerInvalid(client.store, 'BULK_LOST')
  return bulkOperation
}

async function finished(run: BulkRun, { id, begunAt }: KeptOperation): Promise<Operation> {
  const { client, clock, longestMs, signal } = run
  try {
    let operation = await poll(run, id)
    for (let pause = FIRST_POLL_MS; isUnderWay(operation); pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
      if (clock.now() - begunAt > longestMs) throw failure.unreachable(client.store, 'BULK_TOO_SLOW')
      client.waitFor(shopifyMessages.preparing(operation.objectCount))
      await sleep(clock, pause, signal)
      operation = await poll(run, id)
    }
    return operation
  } finally {
    client.waitFor(null)
  }
}

/** Returns the operation of an earlier attempt with the same query, or starts a new one. */
async function begun({ client, clock, query, after, memory, signal }: BulkRun): Promise<KeptOperation> {
  if (memory?.known?.query === query) return memory.known
  const started = await client.ask(startBulk, Started, { query }, { patience: patience.export, signal })
  const id = started.bulkOperationRunQuery.bulkOperation?.id
  if (id === undefined) throw failure.refused(client.store, 'BULK_REFUSED')
  return { id, query, after: after ?? null, begunAt: clock.now() }
}

/**
 * Runs a query as a bulk operation and waits for its end. Throws if the shop refuses it, or if it takes too long or fails. After an error,
 * the operation is cancelled, unless a later attempt resumes it.
 */
export async function runBulk(run: BulkRun): Promise<BulkResult> {
  const { client, memory, signal } = run
  const operation = await begun(run)
  try {
    if (memory && memory.known?.id !== operation.id) await memory.keep(operation)
    const { status, url, fileSize, objectCount, rootObjectCount } = await finished(run, operation)
    if (status !== 'COMPLETED') throw failure.answerInvalid(client.store, `BULK_${status}`)
    return { url, bytes: fileSize ?? 0, objects: objectCount, roots: rootObjectCount }
  } catch (error) {
    // The operation may have ended by itself, so the result of the cancellation is ignored.
    if (!(signal?.aborted && memory?.outlives(signal.reason)))
      await client.raw(cancelBulk, { id: operation.id }, { patience: brief }).catch(() => {})
    throw error
  }
}
