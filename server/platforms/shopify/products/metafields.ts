import { MetafieldColumn, metafieldColumn, metafieldHeader, type MetafieldDefinition } from '#shared/metafields.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { productMetafields } from './documents.ts'
import { everyPage } from '#server/platforms/shopify/every-page.ts'
import { MetafieldDefinitionsData, type WireDefinition } from './wire.ts'

/** Null for a definition whose namespace or key breaks Shopify's own rules: no column could name it. */
function definitionOf({ namespace, key, name, type }: WireDefinition): MetafieldDefinition | null {
  const column = MetafieldColumn.safeParse(metafieldColumn(namespace, key)).data
  return column === undefined ? null : { namespace, key, name, type: type.name, column, header: metafieldHeader(column, name) }
}

/** All definitions of products' metafields, by name. */
export async function readMetafields(client: ShopifyClient, signal?: AbortSignal): Promise<MetafieldDefinition[]> {
  const pace = { patience: patience.interactive, signal }
  const found = await everyPage(
    client.store,
    async (after) => (await client.ask(productMetafields, MetafieldDefinitionsData, { after }, pace)).metafieldDefinitions,
  )
  return found
    .flatMap((definition) => definitionOf(definition) ?? [])
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.column.localeCompare(b.column))
}
