// An export of what changed: the same plan, without the rows that were delivered before, and with rows for what was deleted.
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Known, Memory } from '#server/schedules/memory.ts'
import type { Naming } from '#server/export/changes/naming.ts'
import type { ExportCheckpoint, Item, Source } from '#server/export/engine.ts'
import type { Heading, Plan, StorePart } from '#server/export/task.ts'
import type { Cell } from '#server/rows/csv.ts'

const itemsAtOnce = 250
const deletedLabel = 'Deleted'
const deletedMark = 'yes'

async function* chunksOf(items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let chunk: Item[] = []
  for await (const item of items) {
    chunk.push(item)
    if (chunk.length < itemsAtOnce) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

const cellsAt = ({ places }: Naming, { rows: [first] }: Item): Cell[] => places.map((place) => first?.[place] ?? null)

function deletedRow({ places, width }: Naming, named: readonly Cell[]): Cell[] {
  const row: Cell[] = Array.from({ length: width }, () => null)
  for (const [index, place] of places.entries()) row[place] = named[index] ?? null
  return [...row, deletedMark]
}

/** The items with the rows that were not delivered yet. Items without such rows count as read, like the others. */
function changedItems(source: Source, { store }: StorePart, memory: Memory, naming: Naming): Source {
  const withMark = (item: Item): Item => (memory.includeDeleted ? { ...item, rows: item.rows.map((row) => [...row, null]) } : item)
  return {
    max: source.max,
    async *items(after, atMost, hooks) {
      for await (const chunk of chunksOf(source.items(after, atMost, hooks))) {
        const left = await memory.sift(store.id, chunk, (item) => cellsAt(naming, item))
        yield* left.map(withMark)
      }
    },
  }
}

/** `onUntold`: called where the shop does not tell what it has no longer. */
type DeletedOptions = { signal: AbortSignal; onUntold: () => void }

/** The items that were delivered once, and that the shop has no longer. */
function deletedItems(part: StorePart, memory: Memory, naming: Naming, { signal, onUntold }: DeletedOptions): Source {
  async function missingOf(known: readonly Known[]): Promise<ReadonlySet<string>> {
    const ids = known.map(({ id }) => id)
    const missing = await part.gone(ids, signal)
    if (missing === null) onUntold()
    return new Set(missing)
  }
  return {
    max: Number.POSITIVE_INFINITY,
    async *items(after) {
      for (let last = after; ;) {
        const known = await memory.unmet(part.store.id, last, itemsAtOnce)
        const missing = await missingOf(known)
        await memory.noteDeleted(part.store.id, [...missing])
        for (const { id, named } of known) if (missing.has(id)) yield { id, rows: [deletedRow(naming, named)] }
        if (known.length < itemsAtOnce) return
        last = known.at(-1)?.id ?? null
      }
    },
  }
}

/** Forgets what an earlier attempt noted after its checkpoint: this one may find something else there. */
async function rewind(memory: Memory, { parts }: Plan, { sources, after }: ExportCheckpoint) {
  const places = [...parts.map((part) => ({ part, of: 'items' as const })), ...parts.map((part) => ({ part, of: 'deleted' as const }))]
  const last = Math.max(0, sources.length - 1)
  for (const [index, { part, of }] of places.entries())
    if (index >= last) await memory.rewind(part.store.id, of, index === last ? after : null)
}

const withDeleted = ({ columns, kinds }: Heading): Heading => ({
  columns: [...columns, deletedLabel],
  kinds: [...kinds, 'text'],
  deletedColumn: columns.length,
})

/** The plan of an export whose task is of what changed, for the memory of its schedule. */
export function changedPlan(plan: Plan, memory: Memory): Plan {
  const { includeDeleted } = memory
  const { naming } = plan
  const untold = new Set<string>()
  return {
    ...plan,
    limit: null,
    heading: async (signal) => (includeDeleted ? withDeleted(await plan.heading(signal)) : plan.heading(signal)),
    parts: plan.parts.map((part) => ({
      ...part,
      notices: () => [...part.notices(), ...(untold.has(part.store.id) ? [scheduleMessages.deletedUntold] : [])],
      source: (signal, walking) => changedItems(part.source(signal, walking), part, memory, naming),
    })),
    deletions: (signal) =>
      memory.seeksDeleted
        ? plan.parts.map((part) => deletedItems(part, memory, naming, { signal, onUntold: () => untold.add(part.store.id) }))
        : [],
    beforeUpdate: () => memory.noteWritten(),
    resumeAt: (checkpoint) => rewind(memory, plan, checkpoint),
  }
}
