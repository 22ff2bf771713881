import type { ProductMetadata } from '#shared/products.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { cursorBehind } from '#server/platforms/shopify/every-page.ts'
import { productMetadata } from './documents.ts'
import { type PageInfo } from '#server/platforms/shopify/wire.ts'
import { ProductMetadataData } from './wire.ts'

/** The cursor of a list that is read by pages. `null`: from the start. `undefined`: the list is complete. */
type Place = string | null | undefined

/** The cursor after this page. A list that was not requested keeps its cursor. */
function following(store: string, place: Place, page: { nodes: unknown[]; pageInfo: PageInfo } | undefined): Place {
  return page ? (cursorBehind(store, page, place ?? null) ?? undefined) : place
}

/** All tags, types and collections of a shop. One round trip is enough for most shops. */
export async function readMetadata(client: ShopifyClient, signal?: AbortSignal): Promise<ProductMetadata> {
  const read: ProductMetadata = { tags: [], types: [], collections: [] }
  let tags: Place = null
  let types: Place = null
  let collections: Place = null
  while (tags !== undefined || types !== undefined || collections !== undefined) {
    const answer = await client.ask(
      productMetadata,
      ProductMetadataData,
      {
        tags: tags !== undefined,
        tagsAfter: tags,
        types: types !== undefined,
        typesAfter: types,
        collections: collections !== undefined,
        collectionsAfter: collections,
      },
      { patience: patience.interactive, signal },
    )
    read.tags.push(...(answer.productTags?.nodes ?? []))
    read.types.push(...(answer.productTypes?.nodes ?? []).filter((type) => type !== ''))
    for (const { legacyResourceId: id, title } of answer.collections?.nodes ?? []) read.collections.push({ id, title })
    tags = following(client.store, tags, answer.productTags)
    types = following(client.store, types, answer.productTypes)
    collections = following(client.store, collections, answer.collections)
  }
  return read
}
