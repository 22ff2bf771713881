import { AppError } from '#shared/errors.ts'
import type { Product } from '#shared/products.ts'
import type { ProductChange, ProductDraft } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { Client } from '#server/platforms/shopbase/client.ts'
import { listed } from '#server/platforms/shopbase/products.ts'
import { ListedProductAnswer, ProductImages } from '#server/platforms/shopbase/wire.ts'

type Variants = NonNullable<ProductChange['variants']>

/** ShopBase's ids are JSON numbers. One that a number cannot hold would name another thing. */
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
    // ShopBase writes "no such price" as 0.
    compare_at_price: compareAtPrice === undefined ? undefined : Number(compareAtPrice ?? 0),
    sku,
    barcode,
    inventory_policy: inventoryPolicy,
  }
}

function optionsOf(names: readonly string[], variants: Variants) {
  return names.map((name, at) => ({
    name,
    position: at + 1,
    values: [...new Set(variants.map(({ optionValues }) => optionValues[at]))],
  }))
}

/** What is undefined is not sent, and so stays as it is. Published is what is for sale. */
function documentOf({ title, bodyHtml, vendor, productType, tags, status, options = [], variants, images, seo }: ProductChange) {
  return {
    title,
    body_html: bodyHtml,
    vendor,
    product_type: productType,
    tags: tags?.join(', '),
    published: status && status === 'active',
    metafields_global_title_tag: seo?.title,
    metafields_global_description_tag: seo?.description,
    images: images?.map(({ url, alt }, at) => ({ src: url, alt_text: alt ?? '', position: at + 1 })),
    ...(variants ? { options: optionsOf(options, variants), variants: variants.map(variantOf) } : {}),
  }
}

export async function createProduct(client: Client, draft: ProductDraft, signal?: AbortSignal): Promise<Product> {
  const pace = { patience: patience.once, signal }
  const { product } = await client.send('POST', 'products', ListedProductAnswer, { product: documentOf(draft) }, pace)
  return listed(product)
}

/** Images that are sent are added to those that are there, so that these have to be named to go (Swagger, "Updates a product"). */
async function imagesToRemove(client: Client, id: string, { images }: ProductChange, signal?: AbortSignal) {
  if (!images) return {}
  const pace = { patience: patience.interactive, signal }
  const { product } = await client.get(`products/${id}`, ProductImages, { fields: 'images' }, pace)
  return { delete_image_ids: product.images.map((image) => numberOf(image.id)) }
}

export async function updateProduct(client: Client, id: string, change: ProductChange, signal?: AbortSignal): Promise<Product | null> {
  try {
    const body = { product: { id: numberOf(id), ...documentOf(change), ...(await imagesToRemove(client, id, change, signal)) } }
    const { product } = await client.send('PUT', `products/${id}`, ListedProductAnswer, body, { patience: patience.once, signal })
    return listed(product)
  } catch (error) {
    if (!(error instanceof AppError) || error.cause !== 'NOT_FOUND') throw error
    return null
  }
}
