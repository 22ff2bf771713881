import { z } from 'zod'
import type { ProductVariant } from '#shared/product-variant.ts'
import { inTurns } from '#server/platforms/ahead.ts'
import { decimalText } from '#server/platforms/money.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { cursorBehind } from '#server/platforms/shopify/every-page.ts'
import { numberOf, productGid } from '#server/platforms/shopify/gid.ts'
import { PageInfo } from '#server/platforms/shopify/wire.ts'
import { moreSkus, moreVariants } from './documents.ts'

const Variant = z.object({
  legacyResourceId: z.string(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  price: z.string(),
  compareAtPrice: z.string().nullable(),
  inventoryPolicy: z.enum(['DENY', 'CONTINUE']),
  inventoryQuantity: z.int().nullable(),
  inventoryItem: z.object({ tracked: z.boolean() }),
  selectedOptions: z.array(z.object({ value: z.string() })),
  media: z.object({ nodes: z.array(z.object({ id: z.string().optional() })) }),
})
export const VariantPage = z.object({ nodes: z.array(Variant), pageInfo: PageInfo })
export const SkuPage = z.object({ nodes: z.array(z.object({ sku: z.string().nullable() })), pageInfo: PageInfo })

export function shopifyVariant(wire: z.infer<typeof Variant>): ProductVariant {
  const imageId = wire.media.nodes[0]?.id
  return {
    id: wire.legacyResourceId,
    optionValues: wire.selectedOptions.map(({ value }) => value),
    price: decimalText(wire.price),
    compareAtPrice: wire.compareAtPrice === null ? null : decimalText(wire.compareAtPrice),
    sku: wire.sku,
    barcode: wire.barcode,
    inventoryPolicy: wire.inventoryPolicy === 'DENY' ? 'deny' : 'continue',
    inventoryQuantity: wire.inventoryItem.tracked ? wire.inventoryQuantity : null,
    imageId: imageId === undefined ? null : numberOf(imageId),
  }
}

type Connection<Node> = { nodes: Node[]; pageInfo: PageInfo }
/** How the rest of a connection of one product is read. */
type Rest<Node> = { document: typeof moreVariants; page: z.ZodType<Connection<Node>> }
const restOfVariants = { document: moreVariants, page: VariantPage }
const restOfSkus = { document: moreSkus, page: SkuPage }

/** The number of products that are completed in parallel. It is small, because the shop has other requests to serve. */
const AT_ONCE = 3

/** All nodes of a product's connection, of which the list has the first page. Null where the product was deleted meanwhile. */
async function allNodes<Node>(
  client: ShopifyClient,
  id: string,
  first: Connection<Node>,
  { document, page }: Rest<Node>,
  signal?: AbortSignal,
): Promise<Connection<Node> | null> {
  const Data = z.object({ product: z.object({ variants: page }).nullable() })
  let { nodes, pageInfo } = first
  for (let after = cursorBehind(client.store, first, null); after !== null;) {
    const { product } = await client.ask(document, Data, { id: productGid(id), after }, { patience: patience.interactive, signal })
    if (!product) return null
    after = cursorBehind(client.store, product.variants, after)
    nodes = [...nodes, ...product.variants.nodes]
    pageInfo = product.variants.pageInfo
  }
  return { nodes, pageInfo }
}

type Row = { legacyResourceId: string; variants?: z.infer<typeof VariantPage> | undefined; skus?: z.infer<typeof SkuPage> | undefined }

async function complete<R extends Row>(client: ShopifyClient, row: R, signal?: AbortSignal): Promise<R | null> {
  const id = row.legacyResourceId
  const variants = row.variants && (await allNodes(client, id, row.variants, restOfVariants, signal))
  const skus = row.skus && (await allNodes(client, id, row.skus, restOfSkus, signal))
  return variants === null || skus === null ? null : { ...row, variants, skus }
}

/** Reads the variants and SKUs that did not fit into the list. Leaves out products that were deleted meanwhile. */
export async function withAllVariants<R extends Row>(client: ShopifyClient, rows: readonly R[], signal?: AbortSignal): Promise<R[]> {
  const whole = await inTurns(rows, AT_ONCE, (row) => complete(client, row, signal))
  return whole.filter((row) => row !== null)
}
