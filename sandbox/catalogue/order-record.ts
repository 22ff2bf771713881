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
  /** Digits. Later orders mostly have larger ids, but imported ones are older than their ids say. */
  readonly id: string
  /** Grows by one with each order, from 1001. */
  readonly number: number
  /** The number as people see it: "#1001", or with a prefix of the shop's. */
  readonly name: string
  /** Milliseconds since 1970, whole seconds. */
  readonly createdAt: number
  readonly updatedAt: number
  readonly cancelledAt: number | null
  readonly closedAt: number | null
  /** ISO 4217: the shop's currency when the order was placed. All amounts are decimal text with that currency's digits. */
  readonly currency: string
  /** What the buyer saw, if it was another currency. */
  readonly presentment: { readonly currency: string; readonly rate: number } | null
  readonly subtotal: string
  readonly shipping: string
  readonly taxes: string
  readonly total: string
  readonly discounts: string
  readonly refunded: string
  readonly discountCodes: readonly string[]
  readonly financialStatus: CatalogueFinancialStatus
  readonly fulfillmentStatus: CatalogueFulfillmentStatus
  /** null: a guest whose record was removed, or an order that was typed in. */
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
  /** null for what has one variant only. */
  readonly variantTitle: string | null
  readonly quantity: number
  /** Without the refunded units. */
  readonly currentQuantity: number
  readonly fulfilledQuantity: number
  /** Before discounts, for one. */
  readonly price: string
  /** Of this line alone, not its share of the order's. */
  readonly discount: string
  readonly sku: string | null
  readonly vendor: string | null
  readonly requiresShipping: boolean
  readonly taxable: boolean
  /** null: deleted since. */
  readonly variant: { readonly id: string; readonly productId: string; readonly compareAtPrice: string | null } | null
}
