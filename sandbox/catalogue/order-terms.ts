import type { OrderDraft } from './order.ts'
import type { CataloguePaymentTerms } from './order-record.ts'
import { PAID } from './order-steps.ts'

const DAY_MS = 24 * 3600 * 1000

/** Every seventh order is due later. Some have a deposit and a rest, and some are due on receipt of an invoice that was not sent yet. */
export function paymentTermsOf(index: number, { createdAt, financialStatus }: OrderDraft): CataloguePaymentTerms | null {
  if (index % 7 !== 2) return null
  const after = (days: number) => createdAt + days * DAY_MS
  if (PAID.has(financialStatus)) return { name: 'Net 30', payments: [{ dueAt: after(30), completedAt: after(12) }] }
  if (index % 3 === 0) return { name: 'Due on receipt', payments: [{ dueAt: null, completedAt: null }] }
  const rest = { dueAt: after(60), completedAt: null }
  if (financialStatus === 'PARTIALLY_PAID') return { name: 'Net 60', payments: [rest, { dueAt: after(0), completedAt: after(1) }] }
  return { name: 'Net 60', payments: [rest, { dueAt: after(15), completedAt: null }] }
}
