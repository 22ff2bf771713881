import { LRUCache } from 'lru-cache'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'

/** In bytes. The keys count, because each names all stores of its list. */
const keptAtMost = { pages: 8 * 2 ** 20, counts: 2 * 2 ** 20 }
/** About what a product of a page takes. */
const productBytes = 1_024

type Page = ReturnType<CatalogueCopy['search']>
type Count = ReturnType<CatalogueCopy['count']>

/** What is kept of a key, or is being read for another caller. What cannot be read is forgotten. @param bytes of the answer, about */
function sharing<Answer extends Promise<unknown>>(kept: LRUCache<string, Answer>, key: string, bytes: number, read: () => Answer): Answer {
  const known = kept.get(key)
  if (known) return known
  const reading = read()
  kept.set(key, reading, { size: key.length + bytes })
  void reading.catch(() => kept.delete(key))
  return reading
}

/**
 * Keeps the pages and the counts that were asked for lately until the copy changes. So a list that many people watch is read once, and a search is
 * counted once for all its pages.
 */
export function keepingLists(copy: CatalogueCopy): CatalogueCopy {
  const pages = new LRUCache<string, Page>({ maxSize: keptAtMost.pages })
  const counts = new LRUCache<string, Count>({ maxSize: keptAtMost.counts })
  return {
    ...copy,
    // The edition is asked for first: what changes while a list is read belongs to a later one, and no key of that finds it.
    async search(search) {
      const key = JSON.stringify([await copy.edition(search.storeIds), search])
      return sharing(pages, key, search.limit * productBytes, () => copy.search(search))
    },
    async count({ storeIds, words, filters }, atMost) {
      const wanted = { storeIds, words, filters }
      const key = JSON.stringify([await copy.edition(storeIds), wanted, atMost])
      return sharing(counts, key, 0, () => copy.count(wanted, atMost))
    },
  }
}
