import { setImmediate as turn } from 'node:timers/promises'

/** How large a group gets: it ends with the item that reaches either number. */
type BatchSize<Item> = { items: number; parts?: number; partsOf?: (item: Item) => number }

/** The items in groups. Other work of the thread gets its turn between them. */
export async function* batchesOf<Item>(
  all: AsyncIterable<Item>,
  { items, parts = Number.POSITIVE_INFINITY, partsOf = () => 0 }: BatchSize<Item>,
): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  let held = 0
  for await (const item of all) {
    batch.push(item)
    held += partsOf(item)
    if (batch.length < items && held < parts) continue
    yield batch
    batch = []
    held = 0
    await turn()
  }
  if (batch.length > 0) yield batch
}
