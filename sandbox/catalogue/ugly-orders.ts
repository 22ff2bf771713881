import { orderOf } from './order.ts'
import type { OrderDraft } from './order.ts'
import type { OrderGrowing } from './order-plan.ts'
import type { CatalogueLine, CatalogueOrder } from './order-record.ts'
import { at, lateOnClockChange } from './times.ts'

/** Makes one awkward order, by a changed draft or by a change of the finished order. */
type Twist = {
  readonly draft?: (growing: OrderGrowing) => Partial<OrderDraft>
  readonly order?: (plain: CatalogueOrder, growing: OrderGrowing) => Partial<CatalogueOrder>
}

const DAY_MS = 24 * 3_600_000

const everyLine = (plain: CatalogueOrder, change: Partial<CatalogueLine>) => plain.lines.map((line) => ({ ...line, ...change }))

/** Sets the local time of an order. */
const placedAt = (local: string): Twist => ({ draft: ({ plan }) => ({ createdAt: at(local, plan.timezone) }) })
const inCurrency = (currency: string, shipping: number): Twist => ({ draft: () => ({ currency, shipping, orderDiscount: 0 }) })

/** Shopify's own CSV has five tax lines, an order may have more. */
const manyTaxes = ['=GST', 'Thuế GTGT', '消費税', 'QST', 'Eco levy', 'Sixth'].map((title, number) => ({
  title,
  rate: number === 4 ? null : 1.5 + number,
  amount: '0.10',
}))

const FORMULA_NOTE = '=HYPERLINK("http://evil.example","Click")\nsecond line\r\n\t+1'

const twists = {
  guest: { draft: () => ({ isGuest: true }), order: () => ({ email: 'guest@example.com', phone: '+49 351 1234' }) },
  nobody: { draft: () => ({ isGuest: true }), order: () => ({ email: null, phone: null, shippingAddress: null, billingAddress: null }) },
  unnamed: {
    draft: () => ({ isGuest: false }),
    order: ({ customer }) => ({ customer: customer && { ...customer, firstName: null, lastName: null, email: 'unnamed@example.com' } }),
  },
  deletedVariants: {
    draft: () => ({ lineCount: 3 }),
    order: (plain) => ({ lines: everyLine(plain, { variant: null, sku: null, vendor: null }) }),
  },
  partialRefund: {
    draft: () => ({ financialStatus: 'PARTIALLY_REFUNDED', fulfillmentStatus: 'PARTIALLY_FULFILLED', lineCount: 2 }),
    order: ({ lines }) => ({ lines: lines.map((line, n) => (n === 1 ? { ...line, currentQuantity: 0 } : line)) }),
  },
  refunded: { draft: () => ({ financialStatus: 'REFUNDED', fulfillmentStatus: 'FULFILLED' }) },
  yen: inCurrency('JPY', 500),
  dong: inCurrency('VND', 30_000),
  dinar: inCurrency('KWD', 1_500),
  otherCurrency: { order: () => ({ presentment: { currency: 'JPY', rate: 151.37 }, duties: '12.50' }) },
  manyLines: { draft: () => ({ lineCount: 120, fulfillmentStatus: 'PARTIALLY_FULFILLED' }) },
  mostLines: { draft: () => ({ lineCount: 300 }) },
  formulaNote: {
    order: () => ({
      note: FORMULA_NOTE,
      noteAttributes: [
        { key: '=1+1', value: 'line one\nline, "two"' },
        { key: 'gift', value: "'yes" },
      ],
      tags: ['=cmd', "Levi's", '東京'],
    }),
  },
  cancelled: {
    draft: () => ({ financialStatus: 'VOIDED', fulfillmentStatus: 'UNFULFILLED' }),
    order: ({ createdAt }) => ({ cancelledAt: createdAt + 3_600_000 }),
  },
  onHold: { draft: () => ({ financialStatus: 'PAID', fulfillmentStatus: 'ON_HOLD' }) },
  expired: { draft: ({ plan }) => (plan.platform === 'shopify' ? { financialStatus: 'EXPIRED' } : { financialStatus: 'VOIDED' }) },
  beforeMidnight: placedAt('2026-10-14T23:59:59'),
  tiedBeforeMidnight: placedAt('2026-10-14T23:59:59'),
  midnight: placedAt('2026-10-15T00:00:00'),
  tiedMidnight: placedAt('2026-10-15T00:00:00'),
  lateEvening: placedAt('2026-10-14T23:30:00'),
  tiedLateEvening: placedAt('2026-10-14T23:30:00'),
  clockChange: { draft: ({ plan }) => ({ createdAt: lateOnClockChange(plan.timezone) }) },
  tiedClockChange: { draft: ({ plan }) => ({ createdAt: lateOnClockChange(plan.timezone) }) },
  // This hour occurs twice in Europe; the first one is meant.
  repeatedHour: placedAt('2026-10-25T02:30:00'),
  newest: { draft: ({ today }) => ({ createdAt: today - 60_000 }) },
  withinWindow: { draft: ({ today }) => ({ createdAt: today - 59 * DAY_MS }) },
  outsideWindow: { draft: ({ today }) => ({ createdAt: today - 62 * DAY_MS }) },
  free: {
    order: () => {
      const nothing = { subtotal: '0.00', shipping: '0.00', taxes: '0.00', total: '0.00', discounts: '0.00', refunded: '0.00' }
      return { ...nothing, taxLines: [], outstanding: '0.00' }
    },
  },
  renamed: { order: ({ number }) => ({ name: `VN${number}-X` }) },
  odd: {
    order: (plain) => ({
      customer: plain.customer && { ...plain.customer, firstName: '=SUM(A1)', lastName: '"Quote", Jr.' },
      shippingMethod: null,
      riskLevel: 'HIGH',
      duties: '0.00',
      taxLines: manyTaxes,
      paymentTerms: { name: '=Net 45', payments: [{ dueAt: plain.createdAt + 45 * DAY_MS, completedAt: null }] },
      lines: everyLine(plain, { sku: '00012', requiresShipping: false, taxable: false }),
    }),
  },
} satisfies Record<string, Twist>

export type UglyOrder = keyof typeof twists

const names = Object.keys(twists).filter((name): name is UglyOrder => name in twists)

/** The number of awkward orders at the start of every catalogue. Smaller catalogues have fewer. */
export const UGLY_ORDERS = names.length

/** The index of an awkward order among a shop's orders. */
export function uglyOrderIndex(name: UglyOrder): number {
  return names.indexOf(name)
}

/** The order at this index: awkward at the first indexes, by its draft otherwise. */
export function twistedOrder(growing: OrderGrowing, draft: OrderDraft): CatalogueOrder {
  const name = names[growing.index]
  if (name === undefined) return orderOf(growing, draft)
  const twist: Twist = twists[name]
  const plain = orderOf(growing, { ...draft, ...twist.draft?.(growing) })
  return { ...plain, ...twist.order?.(plain, growing) }
}
