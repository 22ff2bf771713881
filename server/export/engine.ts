import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Cell } from '#server/rows/csv.ts'
import type { RowSink } from '#server/rows/sink.ts'
import type { WalkOptions } from '#server/platforms/port.ts'

/** What one source gave so far. */
export const SourceCounts = z.object({ items: z.int(), rows: z.int() })
export type SourceCounts = z.infer<typeof SourceCounts>

/** How far an export has come: what each source gave that was begun, behind which item of the last of them, and where its sink stands. */
export const ExportCheckpoint = z.object({ sources: z.array(SourceCounts), after: z.string().nullable(), position: z.unknown() })
export type ExportCheckpoint = z.infer<typeof ExportCheckpoint>
export const emptyCheckpoint: ExportCheckpoint = { sources: [], after: null, position: null }

/** An item and the rows that it makes. */
export type Item = { id: string; rows: readonly Cell[][] }

/** What a source tells while it is read; see `WalkOptions`. */
export type SourceHooks = Pick<WalkOptions, 'onProvisional' | 'onPage'>

/** Where rows come from: items in ascending id order. */
export type Source = {
  /** The max items that are wanted. */
  max: number
  /** From behind an item on (`null`: from the first one), no more than so many. With `onProvisional`, it may throw `TakenBack`. */
  items(after: string | null, atMost: number, hooks?: SourceHooks): AsyncIterable<Item>
}

/** So many rows are handed to a sink at once, or those of one item where it has more; fewer at the end, and at that of a page where pages are flushed. */
const rowsAtOnce = 1_000

/** Ascending ids are what proves that nothing comes twice. */
function assertBehind(after: string | null, id: string) {
  if (after !== null && BigInt(id) <= BigInt(after))
    throw new AppError('STORE_ANSWER_INVALID', `The shop sent ${id} twice or out of order.`)
}

/** How an export is poured. `keep` is told whenever the sink has a new position; what it rejects with ends the export. */
export type SourcesRun = {
  /** Where it begins. */
  from: ExportCheckpoint
  /** `committed`: as far as a later attempt can go on from it. */
  keep: (checkpoint: ExportCheckpoint, committed: ExportCheckpoint) => Promise<void>
  /** How many items were counted in each source; null: nobody can count them. Asked when a source has come to its end. */
  counted: () => Promise<readonly (number | null)[]>
  /** Whether sources may hand out what they may have to take back (`TakenBack`): it can then begin anew from what was last committed. */
  mayRollBack: boolean
  /** Whether the sink gets the rows of each page when they are there, however few: somebody waits for them. */
  flushesPages: boolean
}

/**
 * Pours sources into a sink, one after another, and answers how far that went. Nothing is read ahead of the sink but what a source
 * fetches by itself.
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
  /** Walks a source from the last item on, up to so many items of it. */
  async function walk(source: Source, before: readonly SourceCounts[], begun: SourceCounts, max: number): Promise<SourceCounts> {
    let { items: count, rows: written } = begun
    for await (const item of source.items(checkpoint.after, max - count, hooks)) {
      if (count >= max) {
        // All that is wanted is here; that it stands shows further on.
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
    // An answer that came empty by mistake looks like the end: what is missing is asked for once more.
    if (counts.items < max) await walk(source, before, counts, max)
  }
  for (let at = Math.max(0, from.sources.length - 1); at < sources.length; at += 1) {
    const before = checkpoint.sources.slice(0, at)
    const begun = checkpoint.sources[at] ?? { items: 0, rows: 0 }
    checkpoint = { ...checkpoint, sources: [...before, begun], after: at < from.sources.length ? from.after : null }
    const source = sources[at]
    if (source) await runOne(source, before, begun)
  }
  await flush()
  return checkpoint
}
