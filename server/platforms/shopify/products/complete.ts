import { inTurns } from '#server/platforms/ahead.ts'
import { parseAnswer } from '#server/platforms/json.ts'
import type { ShopifyClient, ShopifyPace } from '#server/platforms/shopify/client.ts'
import { rest } from './parts.ts'
import { RestData, type ShopifyProduct } from './export-wire.ts'
import { cursorBehind } from '#server/platforms/shopify/every-page.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import type { Wanted } from './wanted.ts'
import type { PageInfo } from '#server/platforms/shopify/wire.ts'

/** The number of products that are completed in parallel. It is small, because the shop has other requests to serve. */
const AT_ONCE = 3

type Connection<Node> = { nodes: Node[]; pageInfo: PageInfo } | undefined

const goesOn = (connection: Connection<unknown>) => connection?.pageInfo.hasNextPage ?? false

function isWhole({ variants, media, collections }: ShopifyProduct): boolean {
  return !goesOn(variants) && !goesOn(media) && !goesOn(collections)
}

/** Appends a page to the known rows. */
function extended<Node>(known: Connection<Node>, more: Connection<Node>, store: string): Connection<Node> {
  if (!known || !more) return known
  cursorBehind(store, more, known.pageInfo.endCursor)
  return { nodes: [...known.nodes, ...more.nodes], pageInfo: more.pageInfo }
}

/** Fetches the rest of one product. Requests only the lists that are incomplete. */
async function complete(client: ShopifyClient, product: ShopifyProduct, wanted: Wanted, pace: ShopifyPace): Promise<ShopifyProduct> {
  const { parts, documents, ofVariants } = wanted
  let known = product
  while (!isWhole(known)) {
    const answer = await client.raw(
      documents.rest,
      {
        ...rest,
        ...ofVariants,
        id: productGid(known.legacyResourceId),
        variants: goesOn(known.variants),
        variantsAfter: known.variants?.pageInfo.endCursor,
        media: goesOn(known.media),
        mediaAfter: known.media?.pageInfo.endCursor,
        collections: goesOn(known.collections),
        collectionsAfter: known.collections?.pageInfo.endCursor,
        options: parts.options,
        variantImages: parts.variantImages,
        inventory: parts.inventory,
        cost: parts.cost,
        taxCode: parts.taxCode,
        unitPrice: parts.unitPrice,
      },
      pace,
    )
    const { product: more } = parseAnswer(RestData, answer, client.store)
    // The product was deleted after its page was read. The rows so far are returned.
    if (!more) return known
    known = {
      ...known,
      variants: extended(known.variants, more.variants, client.store),
      media: extended(known.media, more.media, client.store),
      collections: extended(known.collections, more.collections, client.store),
    }
  }
  return known
}

/** Completes the products that did not fit on their page. Returns their number, and all products in the same order. */
export async function completeAll(client: ShopifyClient, products: readonly ShopifyProduct[], wanted: Wanted, pace: ShopifyPace) {
  const cut = products.filter((product) => !isWhole(product))
  const whole = await inTurns(cut, AT_ONCE, (product) => complete(client, product, wanted, pace))
  const byId = new Map(whole.map((product) => [product.legacyResourceId, product]))
  return { cut: cut.length, products: products.map((product) => byId.get(product.legacyResourceId) ?? product) }
}
