import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Cell } from '#server/rows/csv.ts'
import type { RowSink } from '#server/rows/sink.ts'
import type { WalkOptions } from '#server/platforms/port.ts'

/** The number of items and rows of one source so far. */
export const SourceCounts = z.object({ items: z.int(), rows: z.int() })
export type SourceCounts = z.infer<typeof SourceCounts>

/** The progress of an export: the counts of each started source, the last item of the last source, and the position of its sink. */
export const ExportCheckpoint = z.object({ sources: z.array(SourceCounts), after: z.string().nullable(), position: z.unknown() })
export type ExportCheckpoint = z.infer<typeof ExportCheckpoint>
export const emptyCheckpoint: ExportCheckpoint = { sources: [], after: null, position: null }

/** An item and its rows. */
export type Item = { id: string; rows: readonly Cell[][] }

/** The callbacks of a source; see `WalkOptions`. */
export type SourceHooks = Pick<WalkOptions, 'onProvisional' | 'onPage'>

/** A source of rows: items in ascending id order. */
export type Source = {
  /** The maximum number of items. */
  max: number
  /** Yields at most `atMost` items after an id (`null`: from the start). With `onProvisional`, it may throw `RolledBack`. */
  items(after: string | null, atMost: number, hooks?: SourceHooks): AsyncIterable<Item>
}

/**
 * The batch size of a sink. A single item with more rows makes a larger batch. The last batch, and the last one of a flushed page, may be
 * smaller.
 */
const rowsAtOnce = 1_000

/** Ascending ids prove that no item comes twice. */
function assertBehind(after: string | null, id: string) {
  if (after !== null && BigInt(id) <= BigInt(after))
    throw new AppError('STORE_ANSWER_INVALID', `The shop sent ${id} twice or out of order.`)
}

/** The parameters of a run. `keep` is called at each new position of the sink. Its rejection ends the export. */
export type SourcesRun = {
  /** The checkpoint to resume from. */
  from: ExportCheckpoint
  /** `committed`: the last checkpoint that a later attempt can resume from. */
  keep: (checkpoint: ExportCheckpoint, committed: ExportCheckpoint) => Promise<void>
  /** The counted number of items of each source. null: it cannot be counted. Called at the end of a source. */
  counted: () => Promise<readonly (number | null)[]>
  /**
   * Whether sources may yield provisional items. The caller then has to be able to restart from the last committed checkpoint after
   * `RolledBack`.
   */
  mayRollBack: boolean
  /** Whether the sink gets the rows of each page at once, however few, because a user waits for them. */
  flushesPages: boolean
}

/**
 * Writes the sources into a sink, one after another, and returns the last checkpoint. It reads nothing ahead of the sink, except for the
 * prefetching of the sources.
 */
export async function runSources(sources: readonly Source[], sink: RowSink, run: SourcesRun): Promise<ExportCheckpoint> {
  const { from, keep, counted, mayRollBack, flushesPages } = run
  let checkpoint = from
  let committed = from
  let isProvisional = false
  let rows: Cell[][] = []
  const onProvisional = (provisional: boolean) => {
    isProvisional = provisional
  }
  async function flush() {
    if (rows.length === 0) return
    const position = await sink.write(rows)
    rows = []
    if (position === null) return
    checkpoint = { ...checkpoint, position }
    if (!isProvisional) committed = checkpoint
    await keep(checkpoint, committed)
  }
  const hooks: SourceHooks = { ...(mayRollBack && { onProvisional }), ...(flushesPages && { onPage: flush }) }
  /** Walks a source from the last item, for at most this number of items. */
  async function walk(source: Source, before: readonly SourceCounts[], begun: SourceCounts, max: number): Promise<SourceCounts> {
    let { items: count, rows: written } = begun
    for await (const item of source.items(checkpoint.after, max - count, hooks)) {
      if (count >= max) {
        // All requested items have arrived. Whether they are committed is known only after the walk ends.
        if (isProvisional) continue
        break
      }
      assertBehind(checkpoint.after, item.id)
      count += 1
      written += item.rows.length
      rows.push(...item.rows)
      checkpoint = { ...checkpoint, after: item.id, sources: [...before, { items: count, rows: written }] }
      if (rows.length >= rowsAtOnce) await flush()
      if (count >= max && !isProvisional) break
    }
    return { items: count, rows: written }
  }
  async function runOne(source: Source, before: readonly SourceCounts[], begun: SourceCounts) {
    if (begun.items >= source.max) return
    const counts = await walk(source, before, begun, source.max)
    const max = Math.min(source.max, (await counted())[before.length] ?? 0)
    // A wrongly empty answer looks like the end of the list, so missing items are requested once more.
    if (counts.items < max) await walk(source, before, counts, max)
  }
  for (let index = Math.max(0, from.sources.length - 1); index < sources.length; index += 1) {
    const before = checkpoint.sources.slice(0, index)
    const begun = checkpoint.sources[index] ?? { items: 0, rows: 0 }
    checkpoint = { ...checkpoint, sources: [...before, begun], after: index < from.sources.length ? from.after : null }
    const source = sources[index]
    if (source) await runOne(source, before, begun)
  }
  await flush()
  return checkpoint
}
