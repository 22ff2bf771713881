import { NativeSelect } from '@mantine/core'
import { DayRangeFields } from '#client/ui/day-range.tsx'
import classes from '#client/ui/list.module.css'
import { capitalized } from '#client/format/words.ts'
import { messages } from '#shared/messages.ts'
import { statusPatch } from './applied-filters.ts'
import { FulfillmentChoice, fulfillmentChoices, PaymentChoice, paymentChoices } from './order-search.ts'
import { useOrderSearch } from '#client/screens/orders/search.ts'

const choicesOf = (values: readonly string[]) => [
  { value: '', label: 'Any' },
  ...values.map((value) => ({ value, label: capitalized(value) })),
]
const payments = choicesOf(paymentChoices)
const fulfillments = choicesOf(fulfillmentChoices)

export function OrderFilterFields() {
  const { search, change } = useOrderSearch()
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
      <DayRangeFields
        isInRow
        labels={{ from: 'Created after', to: 'Created before' }}
        value={{ from: search.createdAfter, to: search.createdBefore }}
        onChange={({ from, to }) => change({ createdAfter: from, createdBefore: to })}
        reversedMessage={messages.orders.datesReversed}
      />
    </div>
  )
}
