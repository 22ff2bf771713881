import { setImmediate as turn } from 'node:timers/promises'

/** The items in groups. Other work of the thread gets its turn between them. */
export async function* batchesOf<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
    await turn()
  }
  if (batch.length > 0) yield batch
}
