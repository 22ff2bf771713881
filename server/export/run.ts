// One run of an export, from where the last one left it, into the sink that its destination has.
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { beginning, pour, Reached } from '#server/export/engine.ts'
import {
  countsOf,
  disagreements,
  expectedItems,
  forecast,
  knownLimits,
  limitsReached,
  receiptOf,
  remarksOn,
  shortfallOf,
  wantedItems,
  warningOf,
} from '#server/export/receipt.ts'
import { PlaceLost, type SinkStart } from '#server/rows/sink.ts'
import { sinkFor } from '#server/export/sinks.ts'
import { Forecast, type Destination, type Plan } from '#server/export/task.ts'
import { Stopped, type Hold, type Outcome } from '#server/jobs/kind.ts'
import type { JobRow } from '#server/jobs/row.ts'
import { digitsOf } from '#server/platforms/money.ts'
import { Operation, TakenBack, type OperationMemory } from '#server/platforms/port.ts'

/** Ends the name of a file that is not the whole. */
const partialSuffix = '.partial'

/** What one attempt leaves to the next. The forecasts are made once, so that all attempts mean the same by "expected". */
const Checkpoint = z.object({
  reached: Reached,
  seen: z.array(Forecast),
  /** What a shop carries out for this export, with the id of its store. */
  operation: Operation.extend({ storeId: z.string() }).nullable().default(null),
})
type Checkpoint = z.infer<typeof Checkpoint>

/** What a run needs to know of its job. */
export type Attempt = Pick<JobRow, 'id' | 'attempts' | 'createdAt' | 'startedAt' | 'checkpoint'>

const checkpointOf = ({ checkpoint }: Attempt): Checkpoint | null => (checkpoint === null ? null : Checkpoint.parse(checkpoint))

function percent(plan: Plan, seen: readonly Forecast[], { sources }: Reached): number {
  const expected = expectedItems(plan, seen)
  const items = sources.reduce((sum, tally) => sum + tally.items, 0)
  return expected === null ? 0 : Math.floor((100 * items) / Math.max(1, expected))
}

/** Opens the sink where the last attempt left it, or from the beginning where nothing of that is left. */
async function openSink(deps: Deps, destination: Destination, start: SinkStart, reached: Reached) {
  const sink = sinkFor(deps, destination, start.createdAt)
  try {
    return { sink: await sink.open({ ...start, place: reached.place }), from: reached }
  } catch (error) {
    if (!(error instanceof PlaceLost)) throw error
    return { sink: await sink.open({ ...start, place: null }), from: beginning }
  }
}

/** Throws what shops and sinks throw, and INCOMPLETE where a sheet stayed short; then nothing that was written is seen as the whole. */
export async function runExport(deps: Deps, destination: Destination, plan: Plan, job: Attempt, hold: Hold): Promise<Outcome> {
  const kept = checkpointOf(job) ?? { seen: await forecast(plan, hold.signal), reached: beginning, operation: null }
  const run = { deps, destination, plan, job, hold, kept }
  try {
    return await attempted(run, true)
  } catch (error) {
    // What was handed out early was not in order after all: from the last firm place on, and slower.
    if (!(error instanceof TakenBack)) throw error
    return await attempted(run, false)
  }
}

/** `kept` moves on with what is firm. */
type Run = { deps: Deps; destination: Destination; plan: Plan; job: Attempt; hold: Hold; kept: Checkpoint }

/** Remembers the operation of a store's shop in the checkpoint. */
function memoryOf(run: Run, storeId: string): OperationMemory {
  const { plan, hold, kept } = run
  const known = kept.operation?.storeId === storeId ? kept.operation : null
  return {
    known,
    async keep(operation) {
      const { reached, seen } = run.kept
      run.kept = { reached, seen, operation: { ...operation, storeId } }
      await hold.save({ checkpoint: run.kept, counts: countsOf(plan, seen, reached), progress: percent(plan, seen, reached) })
    },
    outlives: (reason) => reason instanceof Stopped && reason.why === 'stopping',
  }
}

async function attempted(run: Run, mayTakeBack: boolean): Promise<Outcome> {
  const { deps, destination, plan, job, hold, kept } = run
  const { signal } = hold
  const { seen } = kept
  const start = {
    ...hold,
    key: job.id,
    attempt: job.attempts,
    createdAt: job.createdAt,
    columns: plan.columns,
    kinds: plan.kinds,
    moneyDecimals: Math.max(...plan.shares.map(({ store }) => digitsOf(store.currency))),
    expectedItems: expectedItems(plan, seen),
    place: null,
  }
  const { sink, from } = await openSink(deps, destination, start, kept.reached)
  try {
    const sources = plan.shares.map((share) => share.source(signal, { operation: memoryOf(run, share.store.id) }))
    const keep = async (so: Reached, firm: Reached) => {
      const checkpoint = { ...run.kept, reached: firm }
      await hold.save({ checkpoint, counts: countsOf(plan, seen, so), progress: percent(plan, seen, so) })
      run.kept = checkpoint
    }
    const counted = async () => wantedItems(plan, seen)
    const reached = await pour(sources, sink, { from, keep, counted, mayTakeBack, flushesPages: false })
    const differing = await disagreements(plan, seen, reached, signal)
    await hold.assertAllowed()
    signal.throwIfAborted()
    const shortfall = shortfallOf(differing)
    // Nobody would see by a tab that it is not the whole.
    if (shortfall && destination.sheet) throw shortfall
    const { file, sheet = null, notes } = await sink.finish()
    const counts = countsOf(plan, seen, reached)
    const times = { startedAt: job.startedAt ?? job.createdAt, finishedAt: new Date(deps.now()) }
    return {
      counts,
      receipt: receiptOf(plan, seen, reached, { ...times, sha256: file?.sha256 ?? null }),
      warning: warningOf([...knownLimits(plan, seen), ...limitsReached(plan, seen, reached), ...remarksOn(differing), ...notes]),
      files: file ? [{ ...file, name: shortfall ? `${file.name}${partialSuffix}` : file.name, rows: counts.written }] : [],
      sheet,
      incomplete: shortfall?.message ?? null,
    }
  } finally {
    await sink.close()
  }
}

/** Takes away what the runs of a failed job left. */
export async function discardRun(deps: Deps, destination: Destination, { id, attempts, createdAt }: Attempt) {
  await sinkFor(deps, destination, createdAt).discard({ key: id, attempt: attempts, createdAt })
}
