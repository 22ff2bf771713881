import { amount, units } from './order-money.ts'
import { orderId } from './order-plan.ts'
import type { OrderGrowing } from './order-plan.ts'
import type { CatalogueFinancialStatus, CatalogueFulfillment, CatalogueFulfillmentStatus, CatalogueTransaction } from './order-record.ts'

type Step = Pick<CatalogueTransaction, 'kind' | 'status' | 'amount'> & { readonly minutes: number }
type Draft = {
  createdAt: number
  currency: string
  financialStatus: CatalogueFinancialStatus
  fulfillmentStatus: CatalogueFulfillmentStatus
}

/** The statuses of orders that received money, even if it was refunded later. */
export const PAID: ReadonlySet<string> = new Set(['PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'])

function stepsOf(
  { financialStatus, currency }: Draft,
  { total, refunded }: { total: string; refunded: string },
  isCaptured: boolean,
): Step[] {
  const half = amount(Math.floor(units(total, currency) / 2), currency)
  const authorization: Step = { kind: 'AUTHORIZATION', status: 'SUCCESS', amount: total, minutes: 0 }
  const failed: Step = { kind: 'SALE', status: 'FAILURE', amount: total, minutes: 0 }
  const paid: Step[] = isCaptured
    ? [authorization, { kind: 'CAPTURE', status: 'SUCCESS', amount: total, minutes: 90 }]
    : [{ kind: 'SALE', status: 'SUCCESS', amount: total, minutes: 1 }]
  const refund: Step = { kind: 'REFUND', status: 'SUCCESS', amount: refunded, minutes: 120 }
  const steps: Record<CatalogueFinancialStatus, Step[]> = {
    PENDING: [{ kind: 'SALE', status: 'PENDING', amount: total, minutes: 0 }],
    AUTHORIZED: [authorization],
    PARTIALLY_PAID: [authorization, { kind: 'CAPTURE', status: 'SUCCESS', amount: half, minutes: 90 }],
    PAID: isCaptured ? [failed, ...paid] : paid,
    PARTIALLY_REFUNDED: [...paid, refund],
    REFUNDED: [...paid, refund],
    VOIDED: [authorization, { kind: 'VOID', status: 'SUCCESS', amount: total, minutes: 60 }],
    EXPIRED: [{ ...authorization, status: 'FAILURE' }],
  }
  return steps[financialStatus]
}

/** What is still to be paid. A voided order owes nothing. */
export function outstandingOf({ financialStatus, currency }: Draft, total: string): string {
  const all = units(total, currency)
  const isUnpaid = !PAID.has(financialStatus) && financialStatus !== 'VOIDED'
  return amount(financialStatus === 'PARTIALLY_PAID' ? all - Math.floor(all / 2) : isUnpaid ? all : 0, currency)
}

/** The payments that lead to the order's status, oldest first. */
export function transactionsOf(
  { plan, index, random }: OrderGrowing,
  draft: Draft,
  money: { total: string; refunded: string },
  gateway: string,
): CatalogueTransaction[] {
  return stepsOf(draft, money, random.chance(0.3)).map(({ minutes, ...step }, part) => ({
    ...step,
    id: orderId(plan.platform, 'transaction', index, part),
    gateway,
    paymentId: step.status === 'SUCCESS' ? `c${index}.${part + 1}` : null,
    at: draft.createdAt + minutes * 60_000,
  }))
}

/** The parcels that lead to the order's status. Some follow a cancelled parcel. */
export function fulfillmentsOf({ plan, index, random }: OrderGrowing, { createdAt, fulfillmentStatus }: Draft): CatalogueFulfillment[] {
  if (fulfillmentStatus !== 'FULFILLED' && fulfillmentStatus !== 'PARTIALLY_FULFILLED') return []
  const number = `1Z${index}`
  const tracking = { company: 'UPS', number, url: `https://tracking.example.com/${number}` }
  const parcel = (part: number, status: CatalogueFulfillment['status'], hours: number): CatalogueFulfillment => ({
    id: orderId(plan.platform, 'fulfillment', index, part),
    status,
    at: createdAt + hours * 3_600_000,
    tracking: random.chance(0.8) ? tracking : null,
  })
  const gone = parcel(0, 'SUCCESS', 24)
  return random.chance(0.1) ? [gone, parcel(1, 'CANCELLED', 30)] : [gone]
}
