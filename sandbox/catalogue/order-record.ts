import type { CatalogueMedia } from './record.ts'

/** A shop's orders as neutral records: what both platforms are answered from, and what tests hold lists and files against. */

export type CatalogueFinancialStatus =
  | 'PENDING'
  | 'AUTHORIZED'
  | 'PARTIALLY_PAID'
  | 'PAID'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'
  | 'VOIDED'
  | 'EXPIRED'
export type CatalogueFulfillmentStatus = 'UNFULFILLED' | 'PARTIALLY_FULFILLED' | 'FULFILLED' | 'ON_HOLD'

export type CatalogueOrder = {
  /** Digits. Later orders mostly have larger ids, but imported orders are older than their ids suggest. */
  readonly id: string
  /** Grows by one with each order, from 1001. */
  readonly number: number
  /** The displayed number: "#1001", or with the shop's own prefix. */
  readonly name: string
  /** Milliseconds since 1970, whole seconds. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly cancelledAt: number | null
  readonly closedAt: number | null
  /** ISO 4217: the shop's currency when the order was placed. All amounts are decimal text with that currency's digits. */
  readonly currency: string
  /** The buyer's currency. null: the shop's currency. */
  readonly presentment: { readonly currency: string; readonly rate: number } | null
  readonly subtotal: string
  readonly shipping: string
  readonly taxes: string
  readonly taxLines: readonly CatalogueTaxLine[]
  /** null: no duties apply. */
  readonly duties: string | null
  /** What the buyer still owes. */
  readonly outstanding: string
  /** null: the order was due at once. */
  readonly paymentTerms: CataloguePaymentTerms | null
  readonly total: string
  readonly discounts: string
  readonly refunded: string
  readonly discountCodes: readonly string[]
  readonly financialStatus: CatalogueFinancialStatus
  readonly fulfillmentStatus: CatalogueFulfillmentStatus
  /** null: a guest whose record was removed, or a manual order. */
  readonly customer: CatalogueCustomer | null
  readonly email: string | null
  readonly phone: string | null
  readonly acceptsMarketing: boolean
  readonly note: string | null
  readonly noteAttributes: readonly { readonly key: string; readonly value: string }[]
  readonly tags: readonly string[]
  /** web, pos, shopify_draft_order, or the number of an app. */
  readonly source: string
  readonly gateways: readonly string[]
  readonly transactions: readonly CatalogueTransaction[]
  readonly fulfillments: readonly CatalogueFulfillment[]
  readonly shippingMethod: string | null
  readonly shippingAddress: CatalogueAddress | null
  readonly billingAddress: CatalogueAddress | null
  readonly riskLevel: 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH'
  /** At least one. */
  readonly lines: readonly CatalogueLine[]
}

/** Times are milliseconds since 1970. `dueAt`: null until the invoice is sent. */
export type CataloguePayment = { readonly dueAt: number | null; readonly completedAt: number | null }
export type CataloguePaymentTerms = { readonly name: string; readonly payments: readonly CataloguePayment[] }

/** `rate`: percent; null: a tax without a rate. */
export type CatalogueTaxLine = { readonly title: string; readonly rate: number | null; readonly amount: string }

export type CatalogueCustomer = {
  readonly id: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
  readonly phone: string | null
}

export type CatalogueTransaction = {
  readonly id: string
  readonly kind: 'AUTHORIZATION' | 'SALE' | 'CAPTURE' | 'REFUND' | 'VOID'
  readonly status: 'SUCCESS' | 'FAILURE' | 'PENDING'
  readonly gateway: string
  readonly paymentId: string | null
  readonly at: number
  readonly amount: string
}

export type CatalogueFulfillment = {
  readonly id: string
  readonly status: 'SUCCESS' | 'CANCELLED'
  readonly at: number
  readonly tracking: { readonly company: string; readonly number: string; readonly url: string } | null
}

export type CatalogueAddress = {
  readonly firstName: string
  readonly lastName: string
  readonly company: string | null
  readonly address1: string
  readonly address2: string | null
  readonly city: string
  readonly province: string | null
  readonly provinceCode: string | null
  readonly country: string
  readonly countryCode: string
  readonly zip: string | null
  readonly phone: string | null
}

export type CatalogueLine = {
  readonly id: string
  readonly title: string
  /** null if the product has only one variant. */
  readonly variantTitle: string | null
  readonly quantity: number
  /** Without the refunded units. */
  readonly currentQuantity: number
  readonly fulfilledQuantity: number
  /** The unit price before discounts. */
  readonly price: string
  /** The discount of this line, without its share of the order's discount. */
  readonly discount: string
  readonly sku: string | null
  readonly vendor: string | null
  readonly requiresShipping: boolean
  readonly taxable: boolean
  /** The variant's image, or else the product's first one. */
  readonly image: CatalogueMedia | null
  /** null: deleted later. */
  readonly variant: { readonly id: string; readonly productId: string; readonly compareAtPrice: string | null } | null
}
