import { MetafieldColumn, metafieldColumn, metafieldHeader, type MetafieldDefinition } from '#shared/metafields.ts'
import { failure } from '#server/platforms/failures.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { productMetafields } from './documents.ts'
import { MetafieldDefinitionsData, type WireDefinition } from './wire.ts'

/** Null for a definition whose namespace or key breaks Shopify's own rules: no column could name it. */
function definitionOf({ namespace, key, name, type }: WireDefinition): MetafieldDefinition | null {
  const column = MetafieldColumn.safeParse(metafieldColumn(namespace, key)).data
  return column === undefined ? null : { namespace, key, name, type: type.name, column, header: metafieldHeader(column, name) }
}

/** All definitions of products' metafields, by name. A repeated cursor throws, because the loop would never end. */
export async function readMetafields(client: ShopifyClient, signal?: AbortSignal): Promise<MetafieldDefinition[]> {
  const found: MetafieldDefinition[] = []
  for (let after: string | null = null; ;) {
    const pace = { patience: patience.interactive, signal }
    const answer: MetafieldDefinitionsData = await client.ask(productMetafields, MetafieldDefinitionsData, { after }, pace)
    const { nodes, pageInfo } = answer.metafieldDefinitions
    found.push(...nodes.flatMap((node) => definitionOf(node) ?? []))
    if (!pageInfo.hasNextPage) return found.toSorted((a, b) => a.name.localeCompare(b.name) || a.column.localeCompare(b.column))
    if (nodes.length === 0 || pageInfo.endCursor === null || pageInfo.endCursor === after)
      throw failure.answerInvalid(client.store, 'REPEATED_CURSOR')
    after = pageInfo.endCursor
  }
}
