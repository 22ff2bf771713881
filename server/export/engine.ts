import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { Cell } from '#server/export/csv.ts'
import type { RowSink } from '#server/export/sink.ts'

/** How far an export has come: behind which item, after how many, and where its sink stands. */
export const Reached = z.object({ after: z.string().nullable(), items: z.int(), rows: z.int(), place: z.unknown() })
export type Reached = z.infer<typeof Reached>
export const beginning: Reached = { after: null, items: 0, rows: 0, place: null }

/** Where rows come from: items in ascending id order, from behind a place on. */
export type Source<Item extends { id: string }> = {
  /** The most items that are wanted. */
  most: number
  items(from: Reached): AsyncIterable<Item>
  rowsOf(item: Item): Cell[][]
}

/** So many rows are handed to a sink at once, or those of one item where it has more. */
const rowsAtOnce = 1_000

/** Ascending ids are what proves that nothing comes twice. */
function assertBehind(after: string | null, id: string) {
  if (after !== null && BigInt(id) <= BigInt(after))
    throw new AppError('STORE_ANSWER_INVALID', `The shop sent ${id} twice or out of order.`)
}

/**
 * Pours a source into a sink, from `from` on, and answers how far that went. `keep` is told what outlives a crash; what it rejects
 * with ends the export. Nothing is read ahead of the sink but the page that the source fetches by itself.
 */
export async function pour<Item extends { id: string }>(
  source: Source<Item>,
  sink: RowSink,
  from: Reached,
  keep: (reached: Reached) => Promise<void>,
): Promise<Reached> {
  const { most } = source
  let reached = from
  let rows: Cell[][] = []
  async function flush() {
    if (rows.length === 0) return
    const place = await sink.write(rows)
    rows = []
    if (place === null) return
    reached = { ...reached, place }
    await keep(reached)
  }
  if (reached.items >= most) return reached
  for await (const item of source.items(from)) {
    assertBehind(reached.after, item.id)
    const more = source.rowsOf(item)
    rows.push(...more)
    reached = { ...reached, after: item.id, items: reached.items + 1, rows: reached.rows + more.length }
    if (rows.length >= rowsAtOnce) await flush()
    if (reached.items >= most) break
  }
  await flush()
  return reached
}
