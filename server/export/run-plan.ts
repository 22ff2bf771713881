// The steps that all exports share: the rows of the stores are written into a sink, and their number is compared with the shops' counts.
import type { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import { runSources, type ExportCheckpoint, type SourcesRun } from '#server/export/engine.ts'
import {
  countsOf,
  disagreements,
  knownLimits,
  limitsReached,
  receiptOf,
  remarksOn,
  shortfallOf,
  wantedItems,
  warningOf,
} from '#server/export/receipt.ts'
import type { Forecast, Heading, Plan, SourceReading, StorePart } from '#server/export/task.ts'
import type { JobLease, JobOutcome } from '#server/jobs/handler.ts'
import type { RowSink, SinkResult } from '#server/rows/sink.ts'

/** The suffix of an incomplete file. */
const partialSuffix = '.partial'

/** `forecasts`: may still be loading. `readingOf`: the reading options of a store. */
export type PlanRun = Omit<SourcesRun, 'counted'> & {
  plan: Plan
  heading: Heading
  forecasts: Promise<readonly Forecast[]> | readonly Forecast[]
  readingOf: (part: StorePart) => SourceReading
  lease: Pick<JobLease, 'signal' | 'assertAllowed'>
}

/** The result while the sink is still open. All rows are written. `shortfall`: the error for missing items; null: none are missing. */
export type PlanResult = {
  plan: Plan
  heading: Heading
  forecasts: readonly Forecast[]
  checkpoint: ExportCheckpoint
  shortfall: AppError | null
  remarks: readonly string[]
}

/**
 * Runs the stores of a plan into an open sink. Throws the errors of the shops and the sink, and the reason why the export is no longer
 * allowed.
 */
export async function runPlan({ plan, heading, forecasts, readingOf, lease, ...run }: PlanRun, sink: RowSink): Promise<PlanResult> {
  const { signal } = lease
  const sources = [...plan.parts.map((part) => part.source(signal, readingOf(part))), ...(plan.deletions?.(signal) ?? [])]
  const counted = async () => wantedItems(plan, await forecasts)
  const checkpoint = await runSources(sources, sink, { ...run, counted })
  const known = await forecasts
  const differing = await disagreements(plan, known, checkpoint, signal)
  await lease.assertAllowed()
  signal.throwIfAborted()
  return { plan, heading, forecasts: known, checkpoint, shortfall: shortfallOf(differing), remarks: remarksOn(differing) }
}

/** The outcome after the sink has finished. @param startedAt the start of the first attempt */
export function outcomeOf({ now }: Pick<Deps, 'now'>, result: PlanResult, sunk: SinkResult, startedAt: Date): JobOutcome {
  const { plan, heading, forecasts, checkpoint, shortfall, remarks } = result
  const { file, sent, sheet = null, notes } = sunk
  const name = (of: string) => (shortfall ? `${of}${partialSuffix}` : of)
  const written = file ?? sent
  const counts = countsOf(plan, forecasts, checkpoint)
  const times = { startedAt, finishedAt: new Date(now()) }
  return {
    counts,
    receipt: receiptOf(plan, forecasts, checkpoint, {
      ...times,
      columns: heading.columns,
      sha256: written?.sha256 ?? null,
      file: written ? { name: name(written.name), bytes: written.bytes } : null,
    }),
    warning: warningOf([...knownLimits(plan, forecasts), ...limitsReached(plan, forecasts, checkpoint), ...remarks, ...notes]),
    files: file ? [{ ...file, name: name(file.name), rows: counts.written }] : [],
    sheet,
    incomplete: shortfall?.message ?? null,
  }
}
