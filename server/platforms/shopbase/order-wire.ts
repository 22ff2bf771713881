import { z } from 'zod'
import {
  looseFlag,
  Id,
  list,
  perhaps,
  tags,
  looseText,
  textOrNull,
  time,
  timeIn,
  requiredInteger,
} from '#server/platforms/shopbase/wire.ts'

/** The parts of ShopBase's orders that we read (its Swagger 2.0, `OrderDto`). Real answers also have the customer. */

/** A JSON number without binary noise. The currency's decimals are added later. Fifteen digits are always exact. */
const amount = z
  .union([z.number().transform((value) => String(Number(value.toPrecision(15)))), z.string()])
  .nullish()
  .transform((value) => value || '0')

/** Orders without their times would be in the wrong place. */
const moment = time.transform((value, issues) => {
  const read = timeIn(value)
  if (read !== undefined) return read
  issues.addIssue({ code: 'custom', message: 'Not a time' })
  return z.NEVER
})
/** A required time. */
const Moment = moment.pipe(z.string())

const Address = z.object({
  first_name: textOrNull,
  last_name: textOrNull,
  name: textOrNull,
  company: textOrNull,
  address1: textOrNull,
  address2: textOrNull,
  city: textOrNull,
  zip: textOrNull,
  province: textOrNull,
  province_code: textOrNull,
  country: textOrNull,
  country_code: textOrNull,
  phone: textOrNull,
})
export type ShopbaseAddress = z.infer<typeof Address>

const Line = z.object({
  id: Id.nullish(),
  name: textOrNull,
  title: textOrNull,
  quantity: requiredInteger,
  price: amount,
  sku: textOrNull,
  vendor: textOrNull,
  requires_shipping: looseFlag,
  taxable: looseFlag,
  fulfillment_status: textOrNull,
  total_discount: amount,
  image_src: textOrNull,
})
export type ShopbaseLine = z.infer<typeof Line>

const Transaction = z.object({
  kind: textOrNull,
  status: textOrNull,
  gateway: textOrNull,
  amount,
  processed_at: moment,
  created_at: moment,
})
export type ShopbaseTransaction = z.infer<typeof Transaction>

const Parcel = z.object({
  status: textOrNull,
  created_at: moment,
  date_done: moment,
  tracking_company: textOrNull,
  tracking_number: textOrNull,
  tracking_url: textOrNull,
})
export type ShopbaseParcel = z.infer<typeof Parcel>

const Customer = z.object({ first_name: textOrNull, last_name: textOrNull, email: textOrNull, phone: textOrNull })

export const ShopbaseOrder = z.object({
  id: Id,
  name: looseText,
  email: textOrNull,
  phone: textOrNull,
  created_at: Moment,
  updated_at: moment,
  processed_at: moment,
  cancelled_at: moment,
  currency: looseText,
  financial_status: textOrNull,
  fulfillment_status: textOrNull,
  subtotal_price: amount,
  total_price: amount,
  total_tax: amount,
  total_discounts: amount,
  total_shipping: amount,
  discount_code: list(z.union([z.object({ code: looseText }), looseText.transform((code) => ({ code }))])),
  note: textOrNull,
  note_attributes: list(z.object({ name: looseText, value: textOrNull })),
  tags,
  source_name: textOrNull,
  buyer_accepts_marketing: looseFlag,
  payment_gateway: textOrNull,
  payment_gateway_names: list(looseText),
  is_risk: looseFlag,
  tax_lines: list(z.object({ title: looseText, price: amount })),
  billing_address: perhaps(Address),
  shipping_address: perhaps(Address),
  shipping_lines: list(z.object({ title: textOrNull })),
  line_items: list(Line),
  fulfillments: list(Parcel),
  refunds: list(z.object({ transactions: list(Transaction) })),
  customer: perhaps(Customer),
})
export type ShopbaseOrder = z.infer<typeof ShopbaseOrder>

export const shopbaseOrder = { noun: 'order', shape: ShopbaseOrder }
/** The orders are not yet validated. */
export const OrdersAnswer = z.object({ orders: z.array(z.unknown()) })
export const OrderIds = z.object({ orders: z.array(z.object({ id: Id })) })
export const OrderAnswer = z.object({ order: z.unknown() })
export const TransactionsAnswer = z.object({ transactions: list(Transaction) })
