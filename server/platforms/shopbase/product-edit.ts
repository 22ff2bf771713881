import { AppError } from '#shared/errors.ts'
import type { ProductDetail } from '#shared/product-detail.ts'
import { productMessages } from '#shared/product-messages.ts'
import type { ImageChange, ProductChange, ProductDraft } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { ShopbaseClient } from '#server/platforms/shopbase/client.ts'
import { shopbaseProductDetail, ProductAnswer, unlessMissing } from '#server/platforms/shopbase/product-detail.ts'

type Variants = NonNullable<ProductChange['variants']>

/** ShopBase's ids are JSON numbers. An id that a JavaScript number cannot hold exactly would refer to another item, so it is refused. */
function numberOf(id: string): number {
  const number = Number(id)
  if (Number.isSafeInteger(number)) return number
  throw new AppError('INVALID_INPUT', undefined, { issues: [{ path: 'variants', message: `No such id: ${id}` }] })
}

function variantOf({ id, optionValues, price, compareAtPrice, sku, barcode, inventoryPolicy }: Variants[number]) {
  const [option1, option2, option3] = optionValues
  return {
    ...(id === undefined ? {} : { id: numberOf(id) }),
    option1,
    option2,
    option3,
    price: Number(price),
    // ShopBase represents a missing compare-at price as 0.
    compare_at_price: compareAtPrice === undefined ? undefined : Number(compareAtPrice ?? 0),
    sku,
    barcode,
    inventory_policy: inventoryPolicy,
  }
}

function optionsOf(names: readonly string[], variants: Variants) {
  return names.map((name, index) => ({
    name,
    position: index + 1,
    values: [...new Set(variants.map(({ optionValues }) => optionValues[index]))],
  }))
}

/** ShopBase adds the images that are sent to the existing ones. An image with an id changes the existing one. */
function imageOf(image: ImageChange, index: number) {
  const { alt } = image
  const position = { alt_text: alt === undefined ? undefined : (alt ?? ''), position: index + 1 }
  return 'id' in image ? { id: numberOf(image.id), ...position } : { src: image.url, ...position }
}

/** Undefined values are not sent and stay unchanged. An active product is published. */
function documentOf({ options = [], variants, images, removedImages, ...change }: ProductChange) {
  const { title, bodyHtml, vendor, productType, tags, status, seo } = change
  return {
    title,
    body_html: bodyHtml,
    vendor,
    product_type: productType,
    tags: tags?.join(', '),
    published: status && status === 'active',
    metafields_global_title_tag: seo?.title,
    metafields_global_description_tag: seo?.description,
    images: images?.map(imageOf),
    // ShopBase removes only the images that this field lists (Swagger, "Updates a product").
    delete_image_ids: removedImages?.map(numberOf),
    ...(variants ? { options: optionsOf(options, variants), variants: variants.map(variantOf) } : {}),
  }
}

export function updateShopbaseProduct(
  client: ShopbaseClient,
  id: string,
  change: ProductChange,
  signal?: AbortSignal,
): Promise<ProductDetail | null> {
  return unlessMissing(async () => {
    const body = { product: { id: numberOf(id), ...documentOf(change) } }
    const { product } = await client.send('PUT', `products/${id}`, ProductAnswer, body, { patience: patience.once, signal })
    return shopbaseProductDetail(product, client.host)
  })
}

/**
 * Sets the alt texts of a new product's images in a second call, because the create call does not accept them (Swagger,
 * `dto.ImageRequest`).
 */
async function describeImages(client: ShopbaseClient, made: ProductDetail, alts: readonly (string | null)[], signal?: AbortSignal) {
  if (alts.every((alt) => !alt)) return made
  const images = made.images.map(({ id }, index) => ({ id, alt: alts[index] ?? null }))
  try {
    const described = images.length === alts.length ? await updateShopbaseProduct(client, made.id, { images }, signal) : null
    if (described) return described
  } catch (error) {
    throw new AppError(error instanceof AppError ? error.code : 'INTERNAL', productMessages.notDescribed(made.id), {
      cause: error,
      mayBeDone: true,
    })
  }
  throw new AppError('STORE_ANSWER_INVALID', productMessages.notDescribed(made.id), { mayBeDone: true })
}

export async function createShopbaseProduct(
  client: ShopbaseClient,
  { images, ...draft }: ProductDraft,
  signal?: AbortSignal,
): Promise<ProductDetail> {
  const product = { ...documentOf(draft), images: images?.map(({ url }, index) => ({ src: url, position: index + 1 })) }
  const answer = await client.send('POST', 'products', ProductAnswer, { product }, { patience: patience.once, signal })
  const alts = images?.map(({ alt }) => alt) ?? []
  return describeImages(client, shopbaseProductDetail(answer.product, client.host), alts, signal)
}
