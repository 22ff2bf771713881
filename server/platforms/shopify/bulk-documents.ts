import type { Document } from '#server/platforms/shopify/document.ts'
import type { Parts } from '#server/platforms/shopify/export-parts.ts'
import { stockText, type Service } from '#server/platforms/shopify/services.ts'

const operation = 'id status objectCount rootObjectCount fileSize url'

/** Children come right behind their parents only when they are grouped. */
export const startBulk: Document = {
  name: 'StartBulk',
  cost: 10,
  text: `mutation StartBulk($query: String!) {
  bulkOperationRunQuery(query: $query, groupObjects: true) { bulkOperation { ${operation} } userErrors { message code } }
}`,
}

export const pollBulk: Document = {
  name: 'PollBulk',
  cost: 1,
  text: `query PollBulk($id: ID!) { bulkOperation(id: $id) { ${operation} } }`,
}

export const cancelBulk: Document = {
  name: 'CancelBulk',
  cost: 10,
  text: `mutation CancelBulk($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { id status } userErrors { message } } }`,
}

const when = (isWanted: boolean, text: string) => (isWanted ? text : '')

function itemText({ cost }: Parts, services: readonly Service[]): string {
  const stock = stockText(services.map(({ locationId }) => JSON.stringify(locationId)))
  return `inventoryItem { tracked requiresShipping ${when(cost, 'unitCost { amount }')} measurement { weight { value unit } } ${stock} }`
}

function variantText(parts: Parts, services: readonly Service[]): string {
  const { options, variantImages, inventory, taxCode } = parts
  return `variants(sortKey: POSITION) { edges { node {
    id legacyResourceId sku barcode price compareAtPrice taxable ${when(taxCode, 'taxCode')} inventoryPolicy inventoryQuantity
    ${when(options, 'selectedOptions { name value }')}
    ${when(variantImages, 'media { edges { node { id ... on MediaImage { image { url } } } } }')}
    ${when(inventory, itemText(parts, services))}
  } } }`
}

/**
 * The query that a bulk operation carries out: the products of a search, with the parts that are wanted. It takes no variables, so
 * what it looks for stands in its text, as string literals; GraphQL's escapes are JSON's.
 */
export function bulkQuery(parts: Parts, services: readonly Service[], search: string): string {
  const { body, category, seo, options, collections, media, variants } = parts
  return `{ products(sortKey: ID${search === '' ? '' : `, query: ${JSON.stringify(search)}`}) { edges { node {
  id legacyResourceId title handle vendor productType tags status publishedAt isGiftCard templateSuffix
  ${when(body, 'descriptionHtml')}
  ${when(category, 'category { fullName }')}
  ${when(seo, 'seo { title description }')}
  ${when(options, 'options(first: 3) { name linkedMetafield { namespace key } }')}
  ${when(collections, 'collections { edges { node { id title } } }')}
  ${when(media, 'media(sortKey: POSITION) { edges { node { id ... on MediaImage { alt image { url } } } } }')}
  ${when(variants, variantText(parts, services))}
} } } }`
}
