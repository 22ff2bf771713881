import { NativeSelect } from '@mantine/core'
import { DayPeriod } from '#client/ui/day-period.tsx'
import { DayRangeFields, type DayRange } from '#client/ui/day-range.tsx'
import classes from '#client/ui/list.module.css'
import { capitalized } from '#client/format/words.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { statusPatch } from './applied-filters.ts'
import { QuickFilters } from './quick-filters.tsx'
import { FulfillmentChoice, fulfillmentChoices, PaymentChoice, paymentChoices } from '#shared/order-search.ts'
import { useOrderSearch } from '#client/screens/orders/search.ts'

const choicesOf = (values: readonly string[]) => [
  { value: '', label: 'Any' },
  ...values.map((value) => ({ value, label: capitalized(value) })),
]
const payments = choicesOf(paymentChoices)
const fulfillments = choicesOf(fulfillmentChoices)

export function OrderFilterFields({ stores }: { stores: readonly Store[] }) {
  const { search, change } = useOrderSearch()
  const zones = stores.map(({ timezone }) => timezone)
  const days = { from: search.createdAfter, to: search.createdBefore }
  const changeDays = ({ from, to }: DayRange) => change({ createdAfter: from, createdBefore: to })
  return (
    <div className={`${classes.filters} ${classes.fields}`} role="group" aria-label="Filters">
      <NativeSelect
        size="xs"
        label="Payment status"
        data={payments}
        value={search.financialStatus ?? ''}
        onChange={({ currentTarget }) => change(statusPatch({ financialStatus: PaymentChoice.safeParse(currentTarget.value).data }))}
      />
      <NativeSelect
        size="xs"
        label="Fulfillment status"
        data={fulfillments}
        value={search.fulfillmentStatus ?? ''}
        onChange={({ currentTarget }) => change(statusPatch({ fulfillmentStatus: FulfillmentChoice.safeParse(currentTarget.value).data }))}
      />
      <DayPeriod value={days} onChange={changeDays} zones={zones} />
      <DayRangeFields
        isInRow
        labels={{ from: 'Created after', to: 'Created before' }}
        value={days}
        onChange={changeDays}
        reversedMessage={messages.orders.datesReversed}
      />
      <QuickFilters zone={zones[0] ?? 'UTC'} />
    </div>
  )
}
