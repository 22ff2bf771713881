import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Cell } from '#server/rows/csv.ts'
import type { RowSink } from '#server/rows/sink.ts'
import type { WalkOptions } from '#server/platforms/port.ts'

/** What one source gave so far. */
export const Tally = z.object({ items: z.int(), rows: z.int() })
export type Tally = z.infer<typeof Tally>

/** How far an export has come: what each source gave that was begun, behind which item of the last of them, and where its sink stands. */
export const Reached = z.object({ sources: z.array(Tally), after: z.string().nullable(), place: z.unknown() })
export type Reached = z.infer<typeof Reached>
export const beginning: Reached = { sources: [], after: null, place: null }

/** An item and the rows that it makes. */
export type Item = { id: string; rows: readonly Cell[][] }

/** What a source tells while it is read; see `WalkOptions`. */
export type Hooks = Pick<WalkOptions, 'onLoose' | 'onPage'>

/** Where rows come from: items in ascending id order. */
export type Source = {
  /** The most items that are wanted. */
  most: number
  /** From behind an item on (`null`: from the first one), no more than so many. With `onLoose`, it may throw `TakenBack`. */
  items(after: string | null, atMost: number, hooks?: Hooks): AsyncIterable<Item>
}

/** So many rows are handed to a sink at once, or those of one item where it has more; fewer at the end, and at that of a page where pages are flushed. */
const rowsAtOnce = 1_000

/** Ascending ids are what proves that nothing comes twice. */
function assertBehind(after: string | null, id: string) {
  if (after !== null && BigInt(id) <= BigInt(after))
    throw new AppError('STORE_ANSWER_INVALID', `The shop sent ${id} twice or out of order.`)
}

/** How an export is poured. `keep` is told whenever the sink has a new place; what it rejects with ends the export. */
export type Pouring = {
  /** Where it begins. */
  from: Reached
  /** `firm`: as far as a later attempt can go on from it. */
  keep: (reached: Reached, firm: Reached) => Promise<void>
  /** How many items were counted in each source; null: nobody can count them. Asked when a source has come to its end. */
  counted: () => Promise<readonly (number | null)[]>
  /** Whether sources may hand out what they may have to take back (`TakenBack`): it can then begin anew from what was last firm. */
  mayTakeBack: boolean
  /** Whether the sink gets the rows of each page when they are there, however few: somebody waits for them. */
  flushesPages: boolean
}

/**
 * Pours sources into a sink, one after another, and answers how far that went. Nothing is read ahead of the sink but what a source
 * fetches by itself.
 */
export async function pour(sources: readonly Source[], sink: RowSink, pouring: Pouring): Promise<Reached> {
  const { from, keep, counted, mayTakeBack, flushesPages } = pouring
  let reached = from
  let firm = from
  let isLoose = false
  let rows: Cell[][] = []
  const onLoose = (loose: boolean) => {
    isLoose = loose
  }
  async function flush() {
    if (rows.length === 0) return
    const place = await sink.write(rows)
    rows = []
    if (place === null) return
    reached = { ...reached, place }
    if (!isLoose) firm = reached
    await keep(reached, firm)
  }
  const hooks: Hooks = { ...(mayTakeBack && { onLoose }), ...(flushesPages && { onPage: flush }) }
  /** Walks a source from the last item on, up to so many items of it. */
  async function walk(source: Source, before: readonly Tally[], begun: Tally, most: number): Promise<Tally> {
    let { items: count, rows: written } = begun
    for await (const item of source.items(reached.after, most - count, hooks)) {
      if (count >= most) {
        // All that is wanted is here; that it stands shows further on.
        if (isLoose) continue
        break
      }
      assertBehind(reached.after, item.id)
      count += 1
      written += item.rows.length
      rows.push(...item.rows)
      reached = { ...reached, after: item.id, sources: [...before, { items: count, rows: written }] }
      if (rows.length >= rowsAtOnce) await flush()
      if (count >= most && !isLoose) break
    }
    return { items: count, rows: written }
  }
  async function pourOne(source: Source, before: readonly Tally[], begun: Tally) {
    if (begun.items >= source.most) return
    const tally = await walk(source, before, begun, source.most)
    const most = Math.min(source.most, (await counted())[before.length] ?? 0)
    // An answer that came empty by mistake looks like the end: what is missing is asked for once more.
    if (tally.items < most) await walk(source, before, tally, most)
  }
  for (let at = Math.max(0, from.sources.length - 1); at < sources.length; at += 1) {
    const before = reached.sources.slice(0, at)
    const begun = reached.sources[at] ?? { items: 0, rows: 0 }
    reached = { ...reached, sources: [...before, begun], after: at < from.sources.length ? from.after : null }
    const source = sources[at]
    if (source) await pourOne(source, before, begun)
  }
  await flush()
  return reached
}
