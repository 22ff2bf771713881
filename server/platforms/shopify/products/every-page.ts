import { failure } from '#server/platforms/failures.ts'
import type { PageInfo } from '#server/platforms/shopify/wire.ts'

type ListPage<Node> = { nodes: readonly Node[]; pageInfo: PageInfo }

/** The rows of all pages of a list. `ask` gets the cursor of a page. A repeated cursor throws, because the loop would never end. */
export async function everyPage<Node>(store: string, ask: (after: string | null) => Promise<ListPage<Node>>): Promise<Node[]> {
  const found: Node[] = []
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo }: ListPage<Node> = await ask(after)
    found.push(...nodes)
    if (!pageInfo.hasNextPage) return found
    if (nodes.length === 0 || pageInfo.endCursor === null || pageInfo.endCursor === after)
      throw failure.answerInvalid(store, 'REPEATED_CURSOR')
    after = pageInfo.endCursor
  }
}
