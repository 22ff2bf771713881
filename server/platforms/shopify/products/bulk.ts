import type { Market } from '#shared/markets.ts'
import { oneRow } from '#server/platforms/rows.ts'
import { completePage, familyIn, isOf, type Child } from '#server/platforms/shopify/bulk/family.ts'
import { stockText, type Service } from '#server/platforms/shopify/services.ts'
import { unitPriceText } from './export-documents.ts'
import { shopifyProduct, type ShopifyProduct } from './export-wire.ts'
import { pricesText, publicationsText } from './markets.ts'
import type { Parts } from './parts.ts'
import type { Wanted } from './wanted.ts'

/** The part of `Wanted` that a bulk operation needs. */
export type BulkWanted = Pick<Wanted, 'parts' | 'services' | 'metafields' | 'markets'>

const when = (isWanted: boolean, text: string) => (isWanted ? text : '')

function itemText({ cost }: Parts, services: readonly Service[]): string {
  const stock = stockText(services.map(({ locationId }) => JSON.stringify(locationId)))
  return `inventoryItem { tracked requiresShipping ${when(cost, 'unitCost { amount }')} measurement { weight { value unit } } ${stock} }`
}

const countriesOf = (markets: readonly Market[]) => markets.map(({ country }) => country)

function variantText({ parts, services, markets }: BulkWanted): string {
  const { options, variantImages, inventory, taxCode, unitPrice } = parts
  return `variants(sortKey: POSITION) { edges { node {
    id legacyResourceId sku barcode price compareAtPrice taxable ${when(taxCode, 'taxCode')} inventoryPolicy inventoryQuantity
    ${when(options, 'selectedOptions { name value }')}
    ${when(unitPrice, `unitPriceMeasurement { ${unitPriceText} }`)}
    ${pricesText(countriesOf(markets.priced))}
    ${when(variantImages, 'media { edges { node { id ... on MediaImage { image { url } } } } }')}
    ${when(inventory, itemText(parts, services ?? []))}
  } } }`
}

const aliasOf = (index: number) => `metafield${index}`

/**
 * The metafields, one by one: a bulk operation has room for five connections, which the other parts can take up. Neither namespaces nor keys
 * have characters that end a string literal.
 */
const metafieldsText = (names: readonly string[]) =>
  names
    .map((name, index) => {
      const [namespace = '', key = ''] = name.split('.')
      return `${aliasOf(index)}: metafield(namespace: ${JSON.stringify(namespace)}, key: ${JSON.stringify(key)}) { namespace key value }`
    })
    .join('\n  ')

/**
 * The query of a bulk operation: the products of a search, with the requested parts. Bulk queries take no variables, so all values are
 * literals in the text. JSON escapes are valid in GraphQL.
 */
export function bulkQuery(wanted: BulkWanted, search: string): string {
  const { parts, metafields, markets } = wanted
  const { body, category, seo, options, collections, media, variants } = parts
  return `{ products(sortKey: ID${search === '' ? '' : `, query: ${JSON.stringify(search)}`}) { edges { node {
  id legacyResourceId createdAt updatedAt title handle vendor productType tags status publishedAt isGiftCard templateSuffix
  ${when(body, 'descriptionHtml')}
  ${when(category, 'category { fullName }')}
  ${when(seo, 'seo { title description }')}
  ${when(options, 'options(first: 3) { name linkedMetafield { namespace key } }')}
  ${when(collections, 'collections { edges { node { id title } } }')}
  ${when(media, 'media(sortKey: POSITION) { edges { node { id ... on MediaImage { alt image { url } } } } }')}
  ${metafieldsText(metafields)}
  ${publicationsText(countriesOf(markets.published))}
  ${when(variants, variantText(wanted))}
} } } }`
}

const isVariant = isOf('ProductVariant')
const isCollection = isOf('Collection')
const isMedia = (child: Child) => !isVariant(child) && !isCollection(child)

/** Builds a product from its lines, in the form of a page. */
export function productOf(lines: string, { parts, metafields }: Pick<BulkWanted, 'parts' | 'metafields'>, store: string): ShopifyProduct {
  const { collections, media, variants, variantImages } = parts
  const { root, children } = familyIn(lines, store)
  const below = (parent: string, is: (child: Child) => boolean) => children.get(parent)?.filter(is) ?? []
  const variantNodes = below(root.id, isVariant).map((variant) =>
    variantImages ? { ...variant, media: { nodes: below(variant.id, isMedia).slice(0, 1) } } : variant,
  )
  return oneRow(store, shopifyProduct, {
    ...root,
    ...(parts.metafields ? { metafields: { nodes: metafields.flatMap((_, index) => root[aliasOf(index)] ?? []) } } : {}),
    ...(collections ? { collections: { nodes: below(root.id, isCollection), pageInfo: completePage } } : {}),
    ...(media ? { media: { nodes: below(root.id, isMedia), pageInfo: completePage } } : {}),
    ...(variants ? { variants: { nodes: variantNodes, pageInfo: completePage } } : {}),
  })
}
