import { AppError } from '#shared/errors.ts'
import type { PageStep } from '#server/platforms/ahead.ts'
import { sortedIds } from '#server/platforms/ids.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import { patience } from '#server/platforms/retry.ts'
import { isTooMuch } from './answer.ts'
import type { ShopifyClient } from './client.ts'
import type { Document } from './document.ts'
import { cursorBehind } from './every-page.ts'
import { searchAbove } from './terms.ts'
import { OutlineNode } from '#server/platforms/shopify/products/export-wire.ts'
import { NodesOutline, PageOutline } from './page-outline.ts'

/** The requests for complete items of one kind. `root` is the connection's name. */
export type ConnectionRoot = { root: 'products' | 'orders'; page: Document; byIds: Document; gid: (id: string) => string }

type Sized = { first: number }

/**
 * The state that the pages of one walk share. `size` may change during the walk. `variables` are those that do not depend on the page or
 * its size.
 */
export type Walk<Size extends Sized = Sized> = {
  client: ShopifyClient
  kind: ConnectionRoot
  variables: Readonly<Record<string, unknown>>
  size: Size
  /** The requested cost of a page of this size. */
  costOf(size: Size): number
  atMost: number
}

/** A page of items, not yet validated. */
export type ExportPage = { nodes: unknown[]; next: PageStep<ExportPage> | null }

/**
 * Shopify guarantees paging only up to the 25,000th object of a query ("API limits"). Before that, a new query starts above the last id.
 */
const WINDOW = 20_000

/** The start of a page: the cursor `after` of the query for ids above `above`. The page comes after the id `last`. */
type PageWindow = { above: string | null; after: string | null; last: string | null; inWindow: number; read: number }

/** The maximum cost of a query (shopify.dev, "API limits"). Shopify refuses a more expensive page; then a smaller one is requested. */
const MOST_COST = 1_000

const halved = <Size extends Sized>(size: Size): Size => ({ ...size, first: Math.floor(size.first / 2) })

/** The largest page that costs no more than Shopify allows: this one, or a smaller one of the same parts. */
export const affordable = <Size extends Sized>(size: Size, costOf: (size: Size) => number): Size =>
  costOf(size) <= MOST_COST || size.first === 1 ? size : affordable(halved(size), costOf)

/** Halves the page size as long as the answer exceeds a limit of Shopify or ours. */
async function shrinking<T>(walk: Walk, ask: (size: Walk['size']) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask(walk.size)
    } catch (error) {
      if (!isTooMuch(error) || walk.size.first === 1) throw error
      walk.size = halved(walk.size)
    }
  }
}

function variablesOf({ variables }: Walk, { first: _first, ...size }: Walk['size']) {
  return { ...variables, ...size }
}

/** All items of a search in id order, after the id `start`. `search` is null if nothing can match it. */
export function pagesByQuery(walk: Walk, search: string | null, start: string | null = null): PageStep<ExportPage> | null {
  if (search === null) return null
  const { client, kind, atMost } = walk

  async function ask({ above, after, read }: PageWindow, signal: AbortSignal) {
    const query = searchAbove(search ?? '', above)
    const answer = await shrinking(walk, (size) => {
      const first = Math.min(size.first, atMost - read)
      return client.raw(
        { ...kind.page, cost: Math.min(walk.costOf(walk.size), MOST_COST) },
        { ...variablesOf(walk, size), first, after, query },
        { patience: patience.export, signal },
      )
    })
    return parseAnswer(PageOutline[kind.root], answer, client.store)
  }

  /** If Shopify no longer accepts the cursor, the query restarts after the last id. */
  async function askFrom(window: PageWindow, signal: AbortSignal) {
    try {
      return { window, page: await ask(window, signal) }
    } catch (error) {
      if (window.after === null || !(error instanceof AppError) || error.code !== 'INVALID_CURSOR') throw error
      const restart = { ...window, above: window.last, after: null, inWindow: 0 }
      return { window: restart, page: await ask(restart, signal) }
    }
  }

  const page = (from: PageWindow): PageStep<ExportPage> => {
    return async (signal) => {
      const { window, page: answer } = await askFrom(from, signal)
      const next = following(window, answer, client.store)
      return { nodes: answer.nodes, next: next && next.read < atMost ? page(next) : null }
    }
  }
  return page({ above: start, after: null, last: start, inWindow: 0, read: 0 })
}

/** The next window, or `null` after the last page. */
function following(window: PageWindow, page: PageOutline, store: string): PageWindow | null {
  const { nodes } = page
  const after = cursorBehind(store, page, window.after)
  if (after === null) return null
  const last = parseAnswer(OutlineNode, nodes.at(-1), store).legacyResourceId
  const read = window.read + nodes.length
  const inWindow = window.inWindow + nodes.length
  if (inWindow >= WINDOW) return { above: last, after: null, last, inWindow: 0, read }
  return { above: window.above, after, last, inWindow, read }
}

/** The items with these ids in ascending order. Ids that the shop does not have are left out. */
export function shopifyPagesByIds(walk: Walk, ids: readonly string[], after?: string): PageStep<ExportPage> | null {
  const { client, kind, atMost } = walk
  const sorted = sortedIds(ids, after).slice(0, atMost)

  const page = (start: number): PageStep<ExportPage> | null => {
    if (start >= sorted.length) return null
    return async (signal) => {
      let end = start
      const answer = await shrinking(walk, (size) => {
        end = Math.min(start + size.first, sorted.length)
        const wanted = sorted.slice(start, end).map(kind.gid)
        return client.raw(kind.byIds, { ...variablesOf(walk, size), ids: wanted }, { patience: patience.export, signal })
      })
      const { nodes } = parseAnswer(NodesOutline, answer, client.store)
      return { nodes: nodes.filter((node) => node !== null), next: page(end) }
    }
  }
  return page(0)
}
