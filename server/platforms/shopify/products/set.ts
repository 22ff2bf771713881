import { z } from 'zod'
import type { ProductDetail } from '#shared/product-detail.ts'
import { failure } from '#server/platforms/failures.ts'
import { noChoice } from '#server/platforms/no-choice.ts'
import type { ImageChange, ProductChange, ProductDraft } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopifyClient } from '#server/platforms/shopify/client.ts'
import { imageGid, productGid, variantGid } from '#server/platforms/shopify/gid.ts'
import { completed, shopifyProductDetail, isImageMedia, readProduct, WholeProduct } from './detail.ts'
import { productSet } from './detail-documents.ts'

type Variants = NonNullable<ProductChange['variants']>

const ProductSetData = z.object({
  productSet: z.object({
    product: WholeProduct.nullable(),
    userErrors: z.array(z.object({ code: z.string().nullable(), message: z.string() })),
  }),
})

/** Shopify requires options and variants together. */
function variantsOf(given: readonly string[], variants: Variants) {
  const names = given.length > 0 ? given : [noChoice.name]
  const valuesOf = ({ optionValues }: Variants[number]) => (given.length > 0 ? optionValues : [noChoice.value])
  return {
    productOptions: names.map((name, index) => ({
      name,
      position: index + 1,
      values: [...new Set(variants.map((variant) => valuesOf(variant)[index]))].map((value) => ({ name: value })),
    })),
    variants: variants.map((variant, index) => ({
      ...(variant.id === undefined ? {} : { id: variantGid(variant.id) }),
      position: index + 1,
      optionValues: valuesOf(variant).map((name, option) => ({ optionName: names[option], name })),
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      sku: variant.sku,
      barcode: variant.barcode,
      inventoryPolicy: variant.inventoryPolicy?.toUpperCase(),
    })),
  }
}

const fileOf = (image: ImageChange) =>
  'id' in image
    ? { id: imageGid(image.id), alt: image.alt === undefined ? undefined : (image.alt ?? '') }
    : { originalSource: image.url, alt: image.alt ?? '', contentType: 'IMAGE' }

/** Undefined values are not sent and stay unchanged. */
function inputOf({ title, bodyHtml, vendor, productType, tags, status, options = [], variants, images, seo }: ProductChange) {
  return {
    title,
    descriptionHtml: bodyHtml,
    vendor,
    productType,
    tags,
    status: status?.toUpperCase(),
    seo,
    files: images?.map(fileOf),
    ...(variants ? variantsOf(options, variants) : {}),
  }
}

const MISSING = new Set(['PRODUCT_DOES_NOT_EXIST', 'NOT_FOUND'])
const LONGEST_REASON = 300

type Input = Omit<ReturnType<typeof inputOf>, 'files'> & { files?: readonly object[] | undefined }

/** The requested cost: that of the call, plus points for each variant and file. */
const costOf = ({ variants = [], files = [] }: Input) => Math.ceil(productSet.cost + 0.2 * variants.length + 1.9 * files.length)

/** Returns `null` where the shop does not have the product. The error has Shopify's own reason, because it refers to the user's input. */
async function set(client: ShopifyClient, id: string | null, input: Input, signal?: AbortSignal): Promise<ProductDetail | null> {
  const variables = { input, ...(id === null ? {} : { identifier: { id: productGid(id) } }) }
  const { productSet: answer } = await client.ask({ ...productSet, cost: costOf(input) }, ProductSetData, variables, {
    patience: patience.once,
    signal,
  })
  const [problem] = answer.userErrors
  if (problem?.code && MISSING.has(problem.code) && id !== null) return null
  if (problem) throw failure.refusedBecause(client.store, problem.message.slice(0, LONGEST_REASON))
  return answer.product && shopifyProductDetail(await completed(client, answer.product, signal))
}

export async function createShopifyProduct(
  client: ShopifyClient,
  { images, ...draft }: ProductDraft,
  signal?: AbortSignal,
): Promise<ProductDetail> {
  const product = await set(client, null, inputOf({ ...draft, ...(images ? { images } : {}) }), signal)
  if (!product) throw failure.answerInvalid(client.store, 'NO_PRODUCT')
  return product
}

/** Videos and models are media like images. The new list of media replaces the old one, so they are added to it again. */
async function otherMedia(client: ShopifyClient, id: string, signal?: AbortSignal): Promise<{ id: string }[]> {
  const product = await readProduct(client, id, signal)
  return product?.media.nodes.filter((medium) => !isImageMedia(medium)).map((medium) => ({ id: medium.id })) ?? []
}

export async function updateShopifyProduct(
  client: ShopifyClient,
  id: string,
  change: ProductChange,
  signal?: AbortSignal,
): Promise<ProductDetail | null> {
  const { files: images, ...input } = inputOf(change)
  const files = images && [...images, ...(await otherMedia(client, id, signal))]
  return set(client, id, { ...input, files }, signal)
}
