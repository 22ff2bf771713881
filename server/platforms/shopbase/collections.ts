import { allOrNone } from '#server/platforms/all-or-none.ts'
import { AppError } from '#shared/errors.ts'
import type { ShopbaseClient, ShopbasePace } from '#server/platforms/shopbase/client.ts'
import { CollectionsAnswer } from '#server/platforms/shopbase/wire.ts'

const PAGE = 250

/**
 * All collections of one kind, by id. A page without new ids is the end: it is empty, or it repeats the first one where a server ignores
 * `page`.
 */
async function readAll(client: ShopbaseClient, path: string, pace: ShopbasePace): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (let page = 1; ; page++) {
    const before = titles.size
    const collections = await client.get(path, CollectionsAnswer, { limit: PAGE, page }, pace)
    for (const { id, title } of collections) titles.set(id, title)
    if (titles.size === before) return titles
  }
}

/**
 * The titles of all collections by id. `collections.json` is in use but not documented. For a shop without it, the two documented lists are
 * read.
 */
export async function collectionTitles(client: ShopbaseClient, pace: ShopbasePace): Promise<Map<string, string>> {
  try {
    return await readAll(client, 'collections', pace)
  } catch (error) {
    if (!(error instanceof AppError) || error.cause !== 'NOT_FOUND') throw error
    const [custom, smart] = await allOrNone(pace.signal, (signal) => [
      readAll(client, 'collections/custom', { ...pace, signal }),
      readAll(client, 'smart_collections', { ...pace, signal }),
    ])
    return new Map([...custom, ...smart])
  }
}
