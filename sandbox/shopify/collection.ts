import type { CatalogueCollection, CatalogueProduct } from '../catalogue/record.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { PRODUCT_SORTS } from './product-index.ts'
import { dateTime, gid } from './world.ts'
import type { Fields } from './world.ts'

/** Products by id, whatever the sort key of a collection's page. */
const productsById = (products: readonly CatalogueProduct[]) => listingOf(products, (product) => product.id, PRODUCT_SORTS.ID)

export const collectionFields: Fields<CatalogueCollection, PageArgs> = {
  id: (collection) => gid('Collection', collection.id),
  legacyResourceId: (collection) => collection.id,
  title: (collection) => collection.title,
  handle: (collection) => collection.handle,
  descriptionHtml: () => '',
  updatedAt: (collection) => dateTime(collection.updatedAt),
  productsCount: (collection, _args, { index }) => ({ count: index.membersOf(collection.id).length, precision: 'EXACT' }),
  products: (collection, args, { index }) => connectionOf(productsById(index.membersOf(collection.id)), args),
}
