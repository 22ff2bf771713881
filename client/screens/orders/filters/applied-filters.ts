import { capitalized, dayInWords } from '#client/format/words.ts'
import type { OrderPatch, OrderSearch, OrderTab } from './order-search.ts'

/** One removable chip: what it says, and the change that takes it away. */
type Chip = { key: string; label: string; patch: OrderPatch }

export const noOrderFilters = {
  tab: 'all',
  search: '',
  financialStatus: undefined,
  fulfillmentStatus: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
} as const satisfies OrderPatch

/** One for each field in use, a date each; what a tab stands for and the search text are not counted. */
export function countOrderFilters({ financialStatus, fulfillmentStatus, createdAfter, createdBefore }: OrderSearch): number {
  return [financialStatus, fulfillmentStatus, createdAfter, createdBefore].filter(Boolean).length
}

/** The tab that is lit: none while a status was picked by hand (SPEC 4: custom), All again once it is gone. */
export const activeOrderTab = ({ tab, financialStatus, fulfillmentStatus }: OrderSearch): OrderTab | null =>
  financialStatus || fulfillmentStatus ? null : tab

/** A tab stands for its own statuses alone; dates and search stay. */
export const orderTabPatch = (tab: OrderTab): OrderPatch => ({ tab, financialStatus: undefined, fulfillmentStatus: undefined })

/** Picking a status by hand leaves the tab, and what it stood for. */
export const statusPatch = (status: Pick<OrderPatch, 'financialStatus' | 'fulfillmentStatus'>): OrderPatch => ({ ...status, tab: 'all' })

const chip = (field: keyof OrderPatch, name: string, value: string | undefined): Chip[] =>
  value === undefined ? [] : [{ key: field, label: `${name}: ${value}`, patch: { [field]: undefined } }]

/** A chip for each filter in use. */
export function orderFilterChips({ financialStatus, fulfillmentStatus, createdAfter, createdBefore }: OrderSearch): Chip[] {
  return [
    ...chip('financialStatus', 'Payment', financialStatus && capitalized(financialStatus)),
    ...chip('fulfillmentStatus', 'Fulfillment', fulfillmentStatus && capitalized(fulfillmentStatus)),
    ...chip('createdAfter', 'After', createdAfter && dayInWords(createdAfter)),
    ...chip('createdBefore', 'Before', createdBefore && dayInWords(createdBefore)),
  ]
}
