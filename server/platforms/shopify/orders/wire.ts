import { z } from 'zod'
import { PageInfo } from '#server/platforms/shopify/wire.ts'

/**
 * The parts of Shopify's orders that we read. Parts that were not requested are missing. Fields are nullable where Shopify's schema says
 * so.
 */

const LegacyId = z.string().regex(/^\d+$/)
const Text = z.string().nullable()
const Amount = z.object({ shopMoney: z.object({ amount: z.string() }) }).transform(({ shopMoney }) => shopMoney.amount)

const Address = z.object({
  name: Text,
  company: Text,
  address1: Text,
  address2: Text,
  city: Text,
  zip: Text,
  province: Text,
  provinceCode: Text,
  country: Text,
  countryCodeV2: Text,
  phone: Text,
})
export type ShopifyAddress = z.infer<typeof Address>

const listed = {
  legacyResourceId: LegacyId,
  name: z.string(),
  createdAt: z.string(),
  /** Missing in the file of a bulk operation that an earlier version of the product began. */
  updatedAt: Text.optional(),
  currencyCode: z.string(),
  sourceName: Text,
  displayFinancialStatus: Text,
  displayFulfillmentStatus: Text,
  totalPriceSet: Amount,
}

const ListedLine = z.object({ name: z.string(), quantity: z.int(), sku: Text })
const ListedOrder = z.object({
  ...listed,
  number: z.int(),
  customer: z.object({ displayName: z.string() }).nullable(),
  shippingAddress: Address.nullable(),
  lineItems: z.object({ nodes: z.array(ListedLine), pageInfo: PageInfo }),
})
export type ListedOrder = z.infer<typeof ListedOrder>
/** An order of a list, with the cursor to continue after it. */
export const listedOrder = { noun: 'order', shape: ListedOrder.extend({ cursor: z.string() }) }

export const OrderListData = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
  orders: z.object({
    edges: z.array(z.object({ cursor: z.string(), node: z.looseObject({}) })),
    pageInfo: z.object({ hasNextPage: z.boolean() }),
  }),
})

export const OrderCountData = z.object({ ordersCount: z.object({ count: z.int() }).nullable() })

/** By the alias of each count. */
export const OrderCountsData = z.record(z.string(), z.object({ count: z.int() }).nullable())

const OldOrder = z.object({ legacyResourceId: LegacyId, name: z.string(), createdAt: z.string() })
export const OldestOrderData = z.object({ orders: z.object({ nodes: z.array(OldOrder) }) })

export const OrderIdsData = z.object({ nodes: z.array(z.object({ legacyResourceId: LegacyId }).nullable()) })

const Line = ListedLine.extend({
  id: z.string(),
  unfulfilledQuantity: z.int(),
  vendor: Text,
  requiresShipping: z.boolean(),
  taxable: z.boolean(),
  originalUnitPriceSet: Amount,
  totalDiscountSet: Amount,
  variant: z.object({ compareAtPrice: Text }).nullish(),
  image: z.object({ url: z.string(), altText: Text }).nullish(),
})
export type ShopifyLine = z.infer<typeof Line>
const Lines = z.object({ nodes: z.array(Line), pageInfo: PageInfo }).optional()

const Transaction = z.object({
  kind: z.string(),
  status: z.string(),
  formattedGateway: Text,
  paymentId: Text,
  processedAt: Text,
  amountSet: Amount,
})
export type ShopifyTransaction = z.infer<typeof Transaction>

const TaxLine = z.object({ title: z.string(), ratePercentage: z.number().nullable(), priceSet: Amount })
export type ShopifyTaxLine = z.infer<typeof TaxLine>

const Schedule = z.object({ dueAt: Text, completedAt: Text })
const PaymentTerms = z.object({ paymentTermsName: z.string(), paymentSchedules: z.object({ nodes: z.array(Schedule) }) })
export type ShopifyPaymentTerms = z.infer<typeof PaymentTerms>

const Parcel = z.object({
  status: z.string(),
  createdAt: z.string(),
  trackingInfo: z.array(z.object({ company: Text, number: Text, url: Text })),
})
export type ShopifyParcel = z.infer<typeof Parcel>

export const ShopifyOrder = z.object({
  ...listed,
  email: Text.optional(),
  phone: Text.optional(),
  cancelledAt: Text,
  note: Text,
  tags: z.array(z.string()),
  customerAcceptsMarketing: z.boolean(),
  discountCodes: z.array(z.string()),
  paymentGatewayNames: z.array(z.string()),
  customAttributes: z.array(z.object({ key: z.string(), value: Text })),
  subtotalPriceSet: Amount.nullable(),
  totalShippingPriceSet: Amount,
  totalTaxSet: Amount.nullable(),
  totalDiscountsSet: Amount.nullable(),
  totalRefundedSet: Amount,
  customer: z
    .object({
      displayName: z.string().optional(),
      defaultEmailAddress: z.object({ emailAddress: z.string() }).nullish(),
      defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullish(),
    })
    .nullish(),
  transactions: z.array(Transaction).optional(),
  fulfillments: z.array(Parcel).optional(),
  shippingLine: z.object({ title: z.string() }).nullable(),
  risk: z.object({ assessments: z.array(z.object({ riskLevel: z.string() })) }).optional(),
  taxLines: z.array(TaxLine).optional(),
  totalOutstandingSet: Amount.optional(),
  originalTotalDutiesSet: Amount.nullish(),
  /** null: none, or the shop hides them. */
  paymentTerms: PaymentTerms.nullish(),
  billingAddress: Address.nullish(),
  shippingAddress: Address.nullish(),
  lineItems: Lines,
})
export type ShopifyOrder = z.infer<typeof ShopifyOrder>

export const shopifyOrder = { noun: 'order', shape: ShopifyOrder }
export const WholeOrderData = z.object({ order: ShopifyOrder.nullable() })
export const OrderLinesData = z.object({ order: z.object({ lineItems: Lines }).nullable() })
