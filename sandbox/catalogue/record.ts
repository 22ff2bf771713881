/** A shop's goods as neutral records. Both platforms answer from them, and tests compare downloaded files with them. */
export type Catalogue = {
  /** In ascending order of id. */
  readonly products: readonly CatalogueProduct[]
  /** In ascending order of id; every `collectionIds` entry is one of these. */
  readonly collections: readonly CatalogueCollection[]
}

export type CatalogueStatus = 'ACTIVE' | 'DRAFT' | 'ARCHIVED' | 'UNLISTED'

export type CatalogueProduct = {
  /** Digits, without leading zeros: 13 to 19 on Shopify, 16 on ShopBase. */
  readonly id: string
  readonly title: string
  /** Unique in the shop. */
  readonly handle: string
  readonly vendor: string
  /** Empty if the shop gave none. */
  readonly productType: string
  /** ShopBase knows only published (ACTIVE, UNLISTED) and unpublished (DRAFT, ARCHIVED). */
  readonly status: CatalogueStatus
  readonly bodyHtml: string
  /** Sorted. No tag contains a comma, because both platforms split on it. */
  readonly tags: readonly string[]
  /** From Shopify's taxonomy: "Home & Garden > Decor"; ShopBase has none. */
  readonly category: CatalogueCategory | null
  /** Milliseconds since 1970, whole seconds. */
  readonly createdAt: number
  readonly updatedAt: number
  /** null: not in the online store. */
  readonly publishedAt: number | null
  readonly templateSuffix: string | null
  readonly isGiftCard: boolean
  readonly seoTitle: string | null
  readonly seoDescription: string | null
  /** One to three, by position. A product without choices has one, named "Title" with the value "Default Title". */
  readonly options: readonly CatalogueOption[]
  /** At least one, by position. */
  readonly variants: readonly CatalogueVariant[]
  /** By position. Shopify mixes videos and images; ShopBase shows only the images. */
  readonly media: readonly CatalogueMedia[]
  /** Ascending. */
  readonly collectionIds: readonly string[]
  /** Only on ShopBase; empty on Shopify. */
  readonly customOptions: readonly CatalogueCustomOption[]
}

export type CatalogueCategory = { readonly id: string; readonly name: string; readonly fullName: string }

export type CatalogueOption = {
  readonly id: string
  readonly name: string
  readonly values: readonly string[]
  /** The metafield with the values, as in `product.metafields.shopify.color-pattern`; null for plain options. */
  readonly linkedMetafield: { readonly namespace: string; readonly key: string } | null
}

export type WeightUnit = 'GRAMS' | 'KILOGRAMS' | 'OUNCES' | 'POUNDS'

export type CatalogueVariant = {
  readonly id: string
  readonly inventoryItemId: string
  /** The option values joined with " / ". */
  readonly title: string
  readonly sku: string | null
  readonly barcode: string | null
  /** Decimal text with two places, in the shop's currency. */
  readonly price: string
  readonly compareAtPrice: string | null
  /** Decimal text without padding ("7.5"). */
  readonly unitCost: string | null
  readonly taxable: boolean
  readonly taxCode: string | null
  readonly inventoryPolicy: 'DENY' | 'CONTINUE'
  readonly inventoryQuantity: number
  readonly tracked: boolean
  readonly requiresShipping: boolean
  /** The handle of the service that stocks the goods; null where the shop ships them itself. */
  readonly fulfillmentService: string | null
  readonly weight: { readonly value: number; readonly unit: WeightUnit }
  /** The amount of the goods and the amount that their unit price is for; units as in Shopify's schema. */
  readonly unitPrice: CatalogueUnitPrice | null
  readonly harmonizedSystemCode: string | null
  readonly countryCodeOfOrigin: string | null
  /** One value per option of the product, in the order of the options. */
  readonly optionValues: readonly string[]
  /** An IMAGE among the product's media, or null. */
  readonly mediaId: string | null
}

export type CatalogueUnitPrice = { readonly total: number; readonly totalUnit: string; readonly base: number; readonly baseUnit: string }

export type CatalogueMedia = {
  readonly id: string
  readonly kind: 'IMAGE' | 'VIDEO' | 'EXTERNAL_VIDEO'
  readonly url: string
  readonly alt: string | null
  /** Pixels; 0 for videos. */
  readonly width: number
  readonly height: number
}

export type CatalogueCollection = {
  readonly id: string
  readonly title: string
  readonly handle: string
  /** Smart collections have rules on both platforms; custom ones are filled by hand. */
  readonly kind: 'custom' | 'smart'
  readonly updatedAt: number
}

/** A question that the buyer answers on ShopBase's product page. */
export type CatalogueCustomOption = {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly type: string
  readonly required: boolean
  readonly values: readonly { readonly text: string; readonly value: string }[]
}
