import { failure } from '#server/platforms/failures.ts'
import type { PageInfo } from '#server/platforms/shopify/wire.ts'

type ListPage<Node> = { nodes: readonly Node[]; pageInfo: PageInfo }

/** The cursor after a page that came behind `before`. null: it is the last one. Throws where it leads nowhere, because a loop would never end. */
export function cursorBehind(store: string, { nodes, pageInfo }: ListPage<unknown>, before: string | null): string | null {
  const { hasNextPage, endCursor } = pageInfo
  if (!hasNextPage) return null
  if (nodes.length === 0 || endCursor === null || endCursor === before) throw failure.answerInvalid(store, 'REPEATED_CURSOR')
  return endCursor
}

/** The rows of all pages of a list. `ask` gets the cursor of a page. */
export async function everyPage<Node>(store: string, ask: (after: string | null) => Promise<ListPage<Node>>): Promise<Node[]> {
  const found: Node[] = []
  let after: string | null = null
  do {
    const page: ListPage<Node> = await ask(after)
    found.push(...page.nodes)
    after = cursorBehind(store, page, after)
  } while (after !== null)
  return found
}
