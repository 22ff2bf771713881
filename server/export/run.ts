// One run of an export: it resumes at the last checkpoint and writes into the sink of its destination.
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { emptyCheckpoint, ExportCheckpoint } from '#server/export/engine.ts'
import { countsOf, expectedItems, forecast } from '#server/export/receipt.ts'
import { outcomeOf, runPlan } from '#server/export/run-plan.ts'
import { PositionLost, type SinkStart } from '#server/rows/sink.ts'
import { sinkFor } from '#server/export/sinks.ts'
import { Forecast, type ExportOutput, type Plan, type StorePart } from '#server/export/task.ts'
import { Stopped, type JobLease, type JobOutcome } from '#server/jobs/handler.ts'
import type { JobRow } from '#server/jobs/row.ts'
import { digitsOf } from '#server/platforms/money.ts'
import { BulkOperation, RolledBack, type OperationMemory } from '#server/platforms/port.ts'
import { scheduleFacts } from '#server/schedules/service.ts'

/** The data that an attempt leaves for the next one. The forecasts are made once, so that "expected" has the same value in all attempts. */
const Checkpoint = z.object({
  checkpoint: ExportCheckpoint,
  seen: z.array(Forecast),
  /** The bulk operation of this export, with the id of its store. */
  operation: BulkOperation.extend({ storeId: z.string() }).nullable().default(null),
})
type Checkpoint = z.infer<typeof Checkpoint>

/** The job's data that a run needs. */
export type Attempt = Pick<JobRow, 'id' | 'attempts' | 'createdAt' | 'checkpoint' | 'scheduleId'> & { startedAt: Date }

/** null: there is no checkpoint, or another version wrote it. Then the export starts over. */
const checkpointOf = ({ checkpoint }: Attempt): Checkpoint | null => Checkpoint.safeParse(checkpoint).data ?? null

function percent(plan: Plan, seen: readonly Forecast[], { sources }: ExportCheckpoint): number {
  const expected = expectedItems(plan, seen)
  const items = sources.reduce((sum, counts) => sum + counts.items, 0)
  return expected === null ? 0 : Math.floor((100 * items) / Math.max(1, expected))
}

/** Opens the sink at the last position, or at the start where its rows are lost. */
async function openSink(deps: Deps, destination: ExportOutput, start: SinkStart, checkpoint: ExportCheckpoint) {
  const sink = sinkFor(deps, destination, start.createdAt)
  try {
    return { sink: await sink.open({ ...start, position: checkpoint.position }), from: checkpoint }
  } catch (error) {
    if (!(error instanceof PositionLost)) throw error
    return { sink: await sink.open({ ...start, position: null }), from: emptyCheckpoint }
  }
}

/**
 * Throws the errors of shops and sinks, and INCOMPLETE where items are missing in a sheet. An incomplete output is never published as
 * complete.
 */
export async function runExport(deps: Deps, destination: ExportOutput, plan: Plan, job: Attempt, lease: JobLease): Promise<JobOutcome> {
  const kept = checkpointOf(job) ?? { seen: await forecast(plan, lease.signal), checkpoint: emptyCheckpoint, operation: null }
  const run = { deps, destination, plan, job, lease, kept }
  try {
    return await attempted(run, true)
  } catch (error) {
    // The provisional items were out of order: it restarts from the last committed checkpoint, without provisional items.
    if (!(error instanceof RolledBack)) throw error
    return await attempted(run, false)
  }
}

/** `kept` advances with the committed checkpoint. */
type Run = { deps: Deps; destination: ExportOutput; plan: Plan; job: Attempt; lease: JobLease; kept: Checkpoint }

/** Stores the bulk operation of a store's shop in the checkpoint. */
function memoryOf(run: Run, storeId: string): OperationMemory {
  const { plan, lease, kept } = run
  const known = kept.operation?.storeId === storeId ? kept.operation : null
  return {
    known,
    async keep(operation) {
      const { checkpoint, seen } = run.kept
      run.kept = { checkpoint, seen, operation: { ...operation, storeId } }
      await lease.save({ checkpoint: run.kept, counts: countsOf(plan, seen, checkpoint), progress: percent(plan, seen, checkpoint) })
    },
    outlives: (reason) => reason instanceof Stopped && reason.why === 'stopping',
  }
}

async function attempted(run: Run, mayRollBack: boolean): Promise<JobOutcome> {
  const { deps, destination, plan, job, lease, kept } = run
  const { seen } = kept
  const heading = await plan.heading(lease.signal)
  const schedule = job.scheduleId === null ? null : await scheduleFacts(deps, job.scheduleId)
  const start = {
    ...lease,
    key: job.id,
    attempt: job.attempts,
    createdAt: job.createdAt,
    ...heading,
    timezone: plan.timezone ?? schedule?.timezone ?? plan.parts[0]?.store.timezone ?? 'UTC',
    moneyDecimals: Math.max(...plan.parts.map(({ store }) => digitsOf(store.currency))),
    expectedItems: expectedItems(plan, seen),
    position: null,
  }
  const { sink, from } = await openSink(deps, destination, start, kept.checkpoint)
  const readingOf = (part: StorePart) => ({ operation: memoryOf(run, part.store.id) })
  async function keep(current: ExportCheckpoint, committed: ExportCheckpoint) {
    const checkpoint = { ...run.kept, checkpoint: committed }
    await lease.save({ checkpoint, counts: countsOf(plan, seen, current), progress: percent(plan, seen, current) })
    run.kept = checkpoint
  }
  try {
    await plan.resumeAt?.(from)
    const result = await runPlan({ plan, heading, forecasts: seen, readingOf, lease, from, keep, mayRollBack, flushesPages: false }, sink)
    // A sheet cannot show that it is incomplete.
    if (result.shortfall && destination.sheet) throw result.shortfall
    if (destination.sheet?.writing.mode === 'update') await plan.beforeUpdate?.()
    return outcomeOf(deps, result, await sink.finish(), job.startedAt)
  } finally {
    await sink.close()
  }
}

/** Removes the output of a failed job's runs. Returns what people have to know about what stays. null: nothing. */
export function discardRun(deps: Deps, destination: ExportOutput, run: Pick<JobRow, 'id' | 'attempts' | 'createdAt'>) {
  const { id, attempts, createdAt } = run
  return sinkFor(deps, destination, createdAt).discard({ key: id, attempt: attempts, createdAt })
}
