import type { ExportTo } from '#client/export/export-dialog.ts'
import { periodLabels } from '#client/ui/period-labels.ts'
import { DatePreset } from '#shared/date-presets.ts'
import { orderTabs, type OrderTab } from '#shared/order-search.ts'
import type { Store } from '#shared/stores.ts'
import { meaningsOf, type Term } from './sentence.ts'

/** A list that a sentence asks for, or its export. */
export type ListWish = {
  list: 'orders' | 'products'
  /** Empty: the current one. */
  stores: readonly Store[] | 'all'
  tab: OrderTab | undefined
  period: DatePreset | undefined
  /** Null: the list itself. */
  exportTo: ExportTo | null
}
type Part = Partial<Omit<ListWish, 'stores'>> & { store?: Store | 'all' }

const parts: readonly Term<Part>[] = [
  { name: 'orders', meaning: { list: 'orders' } },
  { name: 'products', meaning: { list: 'products' } },
  { name: 'export', meaning: { exportTo: 'last' } },
  { name: 'csv', meaning: { exportTo: 'csv' } },
  { name: 'sheets', meaning: { exportTo: 'sheet' } },
  { name: 'google sheets', meaning: { exportTo: 'sheet' } },
  { name: 'all stores', meaning: { store: 'all' } },
  ...orderTabs.filter(({ value }) => value !== 'all').map(({ value, label }) => ({ name: label, meaning: { tab: value } })),
  ...DatePreset.options.map((period) => ({ name: periodLabels[period], meaning: { period } })),
]

const isNarrowed = ({ list, stores, tab, period, exportTo }: ListWish) =>
  list === 'orders' ? tab !== undefined || period !== undefined || stores.length > 0 : !tab && !period && !exportTo && stores.length === 1

/** The list that a sentence of at least two parts asks for: some orders, or the products of a store. Null if it asks for none. */
export function listWish(sentence: string, stores: readonly Store[]): ListWish | null {
  const named = meaningsOf<Part>(sentence, [...parts, ...stores.map((store) => ({ name: store.name, meaning: { store } }))])
  if (!named || named.length < 2) return null
  const { list = 'orders', tab, period, exportTo = null }: Part = Object.assign({}, ...named)
  const chosen = named.flatMap(({ store }) => store ?? [])
  const some = chosen.flatMap((store) => (store === 'all' ? [] : store))
  // Only the names of stores are no list: they are chosen one by one.
  if (named.every(({ store }) => store !== undefined)) return null
  const wish = { list, tab, period, exportTo, stores: chosen.includes('all') ? ('all' as const) : [...new Set(some)] }
  return isNarrowed(wish) ? wish : null
}
