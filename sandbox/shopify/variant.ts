import type { CatalogueProduct, CatalogueVariant } from '../catalogue/record.ts'
import { connectionOf, listingOf } from './connection.ts'
import type { PageArgs } from './connection.ts'
import { accessDenied, dateTime, gid } from './world.ts'
import type { Fields } from './world.ts'

/** A variant with its product and its position there, from 1. */
export type PlacedVariant = { readonly product: CatalogueProduct; readonly variant: CatalogueVariant; readonly position: number }

export function placedVariants(product: CatalogueProduct): PlacedVariant[] {
  return product.variants.map((variant, n) => ({ product, variant, position: n + 1 }))
}

const imageOf = ({ product, variant }: PlacedVariant) => product.media.find((media) => media.id === variant.mediaId) ?? null

export const variantFields: Fields<PlacedVariant, PageArgs> = {
  id: ({ variant }) => gid('ProductVariant', variant.id),
  legacyResourceId: ({ variant }) => variant.id,
  product: ({ product }) => product,
  title: ({ variant }) => variant.title,
  displayName: ({ product, variant }) => `${product.title} - ${variant.title}`,
  sku: ({ variant }) => variant.sku,
  barcode: ({ variant }) => variant.barcode,
  position: ({ position }) => position,
  price: ({ variant }) => variant.price,
  compareAtPrice: ({ variant }) => variant.compareAtPrice,
  taxable: ({ variant }) => variant.taxable,
  taxCode: ({ variant }) => variant.taxCode,
  unitPriceMeasurement: ({ variant: { unitPrice } }) =>
    unitPrice && {
      quantityValue: unitPrice.total,
      quantityUnit: unitPrice.totalUnit,
      referenceValue: unitPrice.base,
      referenceUnit: unitPrice.baseUnit,
    },
  inventoryPolicy: ({ variant }) => variant.inventoryPolicy,
  inventoryQuantity: ({ variant }) => variant.inventoryQuantity,
  availableForSale: ({ variant }) => variant.inventoryPolicy === 'CONTINUE' || !variant.tracked || variant.inventoryQuantity > 0,
  createdAt: ({ product }) => dateTime(product.createdAt),
  updatedAt: ({ product }) => dateTime(product.updatedAt),
  selectedOptions: ({ product, variant }) =>
    product.options.map((option, n) => ({ name: option.name, value: variant.optionValues[n] ?? '' })),
  image: (placed) => imageOf(placed),
  media: (placed, args) => {
    const image = imageOf(placed)
    return connectionOf(
      listingOf(
        image ? [image] : [],
        (media) => media.id,
        () => 1,
      ),
      args,
    )
  },
  inventoryItem: (placed) => placed,
}

export const inventoryItemFields: Fields<PlacedVariant, PageArgs> = {
  id: ({ variant }) => gid('InventoryItem', variant.inventoryItemId),
  legacyResourceId: ({ variant }) => variant.inventoryItemId,
  sku: ({ variant }) => variant.sku,
  tracked: ({ variant }) => variant.tracked,
  requiresShipping: ({ variant }) => variant.requiresShipping,
  harmonizedSystemCode: ({ variant }) => variant.harmonizedSystemCode,
  countryCodeOfOrigin: ({ variant }) => variant.countryCodeOfOrigin,
  measurement: ({ variant }) => ({ id: gid('InventoryItemMeasurement', variant.inventoryItemId), weight: variant.weight }),
  variant: (placed) => placed,
  createdAt: ({ product }) => dateTime(product.createdAt),
  updatedAt: ({ product }) => dateTime(product.updatedAt),
  unitCost: ({ variant }, _args, { shop }, info) => {
    if (shop.settings.hidesCosts === true) throw accessDenied(info.fieldName, 'the `view product costs` permission.')
    return variant.unitCost === null ? null : { amount: variant.unitCost, currencyCode: shop.settings.currency }
  },
}
