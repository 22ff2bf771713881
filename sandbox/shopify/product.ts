import type { CatalogueCollection, CatalogueOption, CatalogueProduct } from '../catalogue/record.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { inventoryTotal } from './product-index.ts'
import type { ProductIndex } from './product-index.ts'
import { placedVariants } from './variant.ts'
import { allowSorts, dateTime, gid } from './world.ts'
import type { Fields } from './world.ts'

type ProductArgs = PageArgs & { sortKey?: string | null }

type PlacedOption = { readonly option: CatalogueOption; readonly position: number }

function collectionsOf(product: CatalogueProduct, index: ProductIndex): CatalogueCollection[] {
  return product.collectionIds.flatMap((id) => index.collectionById.get(id) ?? [])
}

const positioned = <Row>(rows: readonly Row[]) => rows.map((row, n) => ({ row, position: n + 1 }))

/** Media by position: Shopify's default order, and the only one in which images can be numbered. */
function mediaPage(product: CatalogueProduct, args: ProductArgs) {
  allowSorts(args.sortKey, 'POSITION', 'ID')
  const listing = listingOf(
    positioned(product.media),
    ({ row }) => row.id,
    ({ position }) => position,
  )
  const page = connectionOf(listing, args)
  return {
    pageInfo: page.pageInfo,
    nodes: page.nodes.map(({ row }) => row),
    edges: () => page.edges().map(({ node, cursor }) => ({ node: node.row, cursor })),
  }
}

function variantPage(product: CatalogueProduct, args: ProductArgs) {
  allowSorts(args.sortKey, 'POSITION', 'ID')
  const listing = listingOf(
    placedVariants(product),
    ({ variant }) => variant.id,
    ({ position }) => position,
  )
  return connectionOf(listing, args)
}

function collectionPage(collections: readonly CatalogueCollection[], args: ProductArgs) {
  allowSorts(args.sortKey, 'ID')
  const listing = listingOf(
    collections,
    ({ id }) => id,
    ({ id }) => Number(id),
  )
  return connectionOf(listing, args)
}

export const productFields: Fields<CatalogueProduct, ProductArgs> = {
  id: (product) => gid('Product', product.id),
  legacyResourceId: (product) => product.id,
  title: (product) => product.title,
  handle: (product) => product.handle,
  vendor: (product) => product.vendor,
  productType: (product) => product.productType,
  status: (product) => product.status,
  descriptionHtml: (product) => product.bodyHtml,
  bodyHtml: (product) => product.bodyHtml,
  tags: (product) => product.tags,
  category: (product) => product.category && { ...product.category, id: gid('TaxonomyCategory', product.category.id) },
  createdAt: (product) => dateTime(product.createdAt),
  updatedAt: (product) => dateTime(product.updatedAt),
  publishedAt: (product) => (product.publishedAt === null ? null : dateTime(product.publishedAt)),
  templateSuffix: (product) => product.templateSuffix,
  isGiftCard: (product) => product.isGiftCard,
  seo: (product) => ({ title: product.seoTitle, description: product.seoDescription }),
  totalInventory: (product) => inventoryTotal(product),
  priceRangeV2: (product, _args, { shop }) => {
    const prices = product.variants.map(({ price }) => price).toSorted((one, other) => Number(one) - Number(other))
    const price = (amount: string | undefined) => ({ amount: amount ?? '0.0', currencyCode: shop.settings.currency })
    return { minVariantPrice: price(prices[0]), maxVariantPrice: price(prices.at(-1)) }
  },
  totalVariants: (product) => product.variants.length,
  variantsCount: (product) => ({ count: product.variants.length, precision: 'EXACT' }),
  mediaCount: (product) => ({ count: product.media.length, precision: 'EXACT' }),
  tracksInventory: (product) => product.variants.some((variant) => variant.tracked),
  hasOnlyDefaultVariant: (product) => product.options.length === 1 && product.options[0]?.name === 'Title',
  onlineStoreUrl: (product, _args, { shop }) =>
    product.publishedAt === null ? null : `https://${shop.settings.host}/products/${product.handle}`,
  onlineStorePreviewUrl: (product, _args, { shop }) => `https://${shop.settings.host}/products/${product.handle}`,
  featuredMedia: (product) => product.media[0] ?? null,
  featuredImage: (product) => product.media.find((media) => media.kind === 'IMAGE') ?? null,
  options: (product, { first }) => product.options.slice(0, first ?? undefined).map((option, n) => ({ option, position: n + 1 })),
  variants: (product, args) => variantPage(product, args),
  media: (product, args) => mediaPage(product, args),
  images: (product, args) => mediaPage({ ...product, media: product.media.filter((media) => media.kind === 'IMAGE') }, args),
  collections: (product, args, { index }) => collectionPage(collectionsOf(product, index), args),
}

export const optionFields: Fields<PlacedOption, PageArgs> = {
  id: ({ option }) => gid('ProductOption', option.id),
  name: ({ option }) => option.name,
  position: ({ position }) => position,
  values: ({ option }) => option.values,
  linkedMetafield: ({ option }) => option.linkedMetafield,
  optionValues: ({ option }) =>
    option.values.map((name, n) => ({
      id: gid('ProductOptionValue', `${option.id}${n}`),
      name,
      hasVariants: true,
      linkedMetafieldValue: option.linkedMetafield ? gid('Metaobject', `${option.id}${n}`) : null,
    })),
}
