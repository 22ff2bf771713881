import { z } from 'zod'
import type { Clock } from '#server/platforms/clock.ts'
import { failure } from '#server/platforms/failures.ts'
import { patience, sleep } from '#server/platforms/retry.ts'
import { cancelBulk, pollBulk, startBulk } from '#server/platforms/shopify/bulk-documents.ts'
import type { Client } from '#server/platforms/shopify/client.ts'

/** Counts are texts: they may be larger than a JSON number. */
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

/** What a bulk operation left to be fetched. `url` null: nothing matched. */
export type BulkResult = { url: string | null; bytes: number; objects: number; roots: number }

const FIRST_POLL_MS = 1_000
const LONGEST_POLL_MS = 5_000
/** Longer than this, pages are as good. */
const LONGEST_RUN_MS = 30 * 60_000
const brief = { attempts: 1, attemptMs: 2_000, totalMs: 2_000 }

const isUnderWay = ({ status }: Operation) => status === 'CREATED' || status === 'RUNNING'

async function finished(client: Client, clock: Clock, begun: Operation, signal?: AbortSignal): Promise<Operation> {
  const end = clock.now() + LONGEST_RUN_MS
  let operation = begun
  for (let pause = FIRST_POLL_MS; isUnderWay(operation); pause = Math.min(pause * 1.5, LONGEST_POLL_MS)) {
    if (clock.now() > end) throw failure.unreachable(client.store, 'BULK_TOO_SLOW')
    await sleep(clock, pause, signal)
    const answer = await client.ask(pollBulk, Polled, { id: begun.id }, { patience: patience.export, signal })
    if (!answer.bulkOperation) throw failure.answerInvalid(client.store, 'BULK_LOST')
    operation = answer.bulkOperation
  }
  return operation
}

/**
 * Has the shop carry out a query as a bulk operation and waits for its end. Throws where it is refused or does not come to a good
 * end; one that nobody waits for any more is cancelled.
 */
export async function runBulk(client: Client, clock: Clock, query: string, signal?: AbortSignal): Promise<BulkResult> {
  const started = await client.ask(startBulk, Started, { query }, { patience: patience.export, signal })
  const begun = started.bulkOperationRunQuery.bulkOperation
  if (!begun) throw failure.refused(client.store, 'BULK_REFUSED')
  try {
    const { status, url, fileSize, objectCount, rootObjectCount } = await finished(client, clock, begun, signal)
    if (status !== 'COMPLETED') throw failure.answerInvalid(client.store, `BULK_${status}`)
    return { url, bytes: fileSize ?? 0, objects: objectCount, roots: rootObjectCount }
  } catch (error) {
    // It may have ended by itself; whether the shop takes the cancellation changes nothing for us.
    await client.raw(cancelBulk, { id: begun.id }, { patience: brief }).catch(() => {})
    throw error
  }
}
