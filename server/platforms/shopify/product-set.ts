import type { Product } from '#shared/products.ts'
import { failure } from '#server/platforms/failures.ts'
import type { ProductChange, ProductDraft } from '#server/platforms/port.ts'
import { patience } from '#server/platforms/retry.ts'
import type { Client } from '#server/platforms/shopify/client.ts'
import { productSet } from '#server/platforms/shopify/documents.ts'
import { productGid } from '#server/platforms/shopify/gid.ts'
import { listed } from '#server/platforms/shopify/products.ts'
import { ProductSetData } from '#server/platforms/shopify/wire.ts'

type Variants = NonNullable<ProductChange['variants']>

/** What Shopify calls the option, and its only value, of a product without choices. */
const noChoice = { name: 'Title', value: 'Default Title' }

const variantGid = (id: string) => `gid://shopify/ProductVariant/${id}`

/** Options and variants go together: Shopify wants the one wherever the other is given. */
function variantsOf(given: readonly string[], variants: Variants) {
  const names = given.length > 0 ? given : [noChoice.name]
  const valuesOf = ({ optionValues }: Variants[number]) => (given.length > 0 ? optionValues : [noChoice.value])
  return {
    productOptions: names.map((name, at) => ({
      name,
      position: at + 1,
      values: [...new Set(variants.map((variant) => valuesOf(variant)[at]))].map((value) => ({ name: value })),
    })),
    variants: variants.map((variant, at) => ({
      ...(variant.id === undefined ? {} : { id: variantGid(variant.id) }),
      position: at + 1,
      optionValues: valuesOf(variant).map((name, option) => ({ optionName: names[option], name })),
      price: variant.price,
      compareAtPrice: variant.compareAtPrice,
      sku: variant.sku,
      barcode: variant.barcode,
      inventoryPolicy: variant.inventoryPolicy?.toUpperCase(),
    })),
  }
}

/** What is undefined is not sent, and so stays as it is. */
function inputOf({ title, bodyHtml, vendor, productType, tags, status, options = [], variants, images, seo }: ProductChange) {
  return {
    title,
    descriptionHtml: bodyHtml,
    vendor,
    productType,
    tags,
    status: status?.toUpperCase(),
    seo,
    files: images?.map(({ url, alt }) => ({ originalSource: url, alt: alt ?? '', contentType: 'IMAGE' })),
    ...(variants ? variantsOf(options, variants) : {}),
  }
}

const MISSING = new Set(['PRODUCT_DOES_NOT_EXIST', 'NOT_FOUND'])
const LONGEST_REASON = 300

/** `null` where there is no such product. Why Shopify refused is told in its own words: it means what the user entered. */
async function set(client: Client, id: string | null, change: ProductChange, signal?: AbortSignal): Promise<Product | null> {
  const variables = { input: inputOf(change), ...(id === null ? {} : { identifier: { id: productGid(id) } }) }
  const { productSet: answer } = await client.ask(productSet, ProductSetData, variables, { patience: patience.once, signal })
  const [problem] = answer.userErrors
  if (problem?.code && MISSING.has(problem.code) && id !== null) return null
  if (problem) throw failure.refusedBecause(client.store, problem.message.slice(0, LONGEST_REASON))
  return answer.product && listed(answer.product)
}

export async function createProduct(client: Client, draft: ProductDraft, signal?: AbortSignal): Promise<Product> {
  const product = await set(client, null, draft, signal)
  if (!product) throw failure.answerInvalid(client.store, 'NO_PRODUCT')
  return product
}

export const updateProduct = (client: Client, id: string, change: ProductChange, signal?: AbortSignal): Promise<Product | null> =>
  set(client, id, change, signal)
