import { z } from 'zod'
import type { ProductDetail } from '#shared/product-detail.ts'
import { failure } from '#server/platforms/failures.ts'
import { choicesOf } from '#server/platforms/no-choice.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { cursorBehind } from '#server/platforms/shopify/every-page.ts'
import { numberOf, productGid } from '#server/platforms/shopify/gid.ts'
import { productDetail } from './detail-documents.ts'
import { listedShopifyProduct } from './list.ts'
import { PageInfo } from '#server/platforms/shopify/wire.ts'
import { shopifyVariant, VariantPage } from './variants.ts'
import { ShopifyListedProduct } from './wire.ts'

const Medium = z.object({
  id: z.string(),
  mediaContentType: z.string(),
  alt: z.string().nullable(),
  image: z.object({ url: z.string() }).nullish(),
})
type Medium = z.infer<typeof Medium>
export const WholeProduct = ShopifyListedProduct.extend({
  handle: z.string(),
  descriptionHtml: z.string(),
  tags: z.array(z.string()),
  /** Null unless the product is published to the sales channel Online Store. A link is not worth a product that cannot be read. */
  onlineStoreUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .catch(null),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  seo: z.object({ title: z.string().nullable(), description: z.string().nullable() }),
  options: z.array(z.object({ name: z.string() })),
  media: z.object({ nodes: z.array(Medium), pageInfo: PageInfo }),
  variants: VariantPage,
})
export type WholeProduct = z.infer<typeof WholeProduct>
const ProductDetailData = z.object({ product: WholeProduct.nullable() })

export const isImageMedia = ({ mediaContentType }: Medium) => mediaContentType === 'IMAGE'

export function shopifyProductDetail({
  handle,
  descriptionHtml,
  tags,
  onlineStoreUrl,
  createdAt,
  updatedAt,
  seo,
  options,
  media,
  variants,
  ...row
}: WholeProduct): ProductDetail {
  return {
    ...listedShopifyProduct(row),
    handle,
    bodyHtml: descriptionHtml,
    tags,
    ...choicesOf(
      options.map(({ name }) => name),
      variants.nodes.map(shopifyVariant),
    ),
    images: media.nodes.filter(isImageMedia).map(({ id, image, alt }) => ({ id: numberOf(id), url: image?.url ?? null, alt: alt || null })),
    seo,
    storefrontUrl: onlineStoreUrl,
    createdAt,
    updatedAt,
  }
}

type List<Node> = { nodes: Node[]; pageInfo: PageInfo }

/** Appends a page to the known rows. A finished list answers with an empty page without a cursor, so the old cursor is kept. */
function extended<Node>(known: List<Node>, more: List<Node>, store: string): List<Node> {
  const { nodes, pageInfo } = more
  cursorBehind(store, more, known.pageInfo.endCursor)
  return { nodes: [...known.nodes, ...nodes], pageInfo: { ...pageInfo, endCursor: pageInfo.endCursor ?? known.pageInfo.endCursor } }
}

const goesOn = ({ media, variants }: WholeProduct) => media.pageInfo.hasNextPage || variants.pageInfo.hasNextPage

/** A product with all of its images and variants. `first` has the first page of them. */
export async function completed(client: ShopifyClient, first: WholeProduct, signal?: AbortSignal): Promise<WholeProduct> {
  let known = first
  while (goesOn(known)) {
    const cursors = { mediaAfter: known.media.pageInfo.endCursor, variantsAfter: known.variants.pageInfo.endCursor }
    const variables = { id: productGid(known.legacyResourceId), ...cursors }
    const { product } = await client.ask(productDetail, ProductDetailData, variables, { patience: patience.interactive, signal })
    if (!product) throw failure.answerInvalid(client.store, 'NO_PRODUCT')
    const media = extended(known.media, product.media, client.store)
    known = { ...known, media, variants: extended(known.variants, product.variants, client.store) }
  }
  return known
}

/** A complete product, or `null` where the shop does not have it. */
export async function readProduct(client: ShopifyClient, id: string, signal?: AbortSignal): Promise<WholeProduct | null> {
  const pace = { patience: patience.interactive, signal }
  const { product } = await client.ask(productDetail, ProductDetailData, { id: productGid(id) }, pace)
  return product && completed(client, product, signal)
}

export async function getShopifyProduct(client: ShopifyClient, id: string, signal?: AbortSignal): Promise<ProductDetail | null> {
  const product = await readProduct(client, id, signal)
  return product && shopifyProductDetail(product)
}
