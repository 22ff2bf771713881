import { listedProductFields, variantFields } from './documents.ts'
import type { Document } from '#server/platforms/shopify/document.ts'

const wholeProduct = `fragment WholeProduct on Product {
  ${listedProductFields}
  handle descriptionHtml tags onlineStoreUrl createdAt updatedAt
  seo { title description }
  options(first: 3) { name }
  media(first: 250, after: $mediaAfter, sortKey: POSITION) {
    nodes { id mediaContentType alt ... on MediaImage { image { url } } }
    pageInfo { hasNextPage endCursor }
  }
  variants(first: 250, after: $variantsAfter, sortKey: POSITION) {
    nodes { ${variantFields} }
    pageInfo { hasNextPage endCursor }
  }
}`

/** A product with its images and variants after the given cursors. */
export const productDetail: Document = {
  name: 'ProductDetail',
  cost: 99,
  text: `query ProductDetail($id: ID!, $mediaAfter: String, $variantsAfter: String) {
  product(id: $id) { ...WholeProduct }
}
${wholeProduct}`,
}

/** Creates a product, or changes the product in `identifier`. Given values are set, and given lists replace the old ones. */
export const productSet: Document = {
  name: 'ProductSet',
  cost: 10,
  text: `mutation ProductSet($input: ProductSetInput!, $identifier: ProductSetIdentifiers, $mediaAfter: String, $variantsAfter: String) {
  productSet(input: $input, identifier: $identifier, synchronous: true) {
    product { ...WholeProduct }
    userErrors { code message }
  }
}
${wholeProduct}`,
}
