import { NativeSelect, Stack } from '@mantine/core'
import { capitalized } from '#client/format/words.ts'
import { useOrderSearch } from '#client/screens/orders/search.ts'
import { DayPeriod } from '#client/ui/day-period.tsx'
import { DayRangeFields, type DayRange } from '#client/ui/day-range.tsx'
import { messages } from '#shared/messages.ts'
import { FulfillmentChoice, fulfillmentChoices, PaymentChoice, paymentChoices } from '#shared/order-search.ts'
import type { Store } from '#shared/stores.ts'
import { statusPatch, type OrderChip } from './applied-filters.ts'

const choicesOf = (values: readonly string[]) => [
  { value: '', label: 'Any' },
  ...values.map((value) => ({ value, label: capitalized(value) })),
]
const payments = choicesOf(paymentChoices)
const fulfillments = choicesOf(fulfillmentChoices)

export function PaymentFilter() {
  const { search, change } = useOrderSearch()
  return (
    <NativeSelect
      size="xs"
      label="Payment status"
      data={payments}
      value={search.financialStatus ?? ''}
      onChange={({ currentTarget }) => change(statusPatch({ financialStatus: PaymentChoice.safeParse(currentTarget.value).data }))}
    />
  )
}

export function FulfillmentFilter() {
  const { search, change } = useOrderSearch()
  return (
    <NativeSelect
      size="xs"
      label="Fulfillment status"
      data={fulfillments}
      value={search.fulfillmentStatus ?? ''}
      onChange={({ currentTarget }) => change(statusPatch({ fulfillmentStatus: FulfillmentChoice.safeParse(currentTarget.value).data }))}
    />
  )
}

/** The days on which the orders were placed: by a name, and as two dates. */
export function DaysFilter({ stores, isInRow = false }: { stores: readonly Store[]; isInRow?: boolean }) {
  const { search, change } = useOrderSearch()
  const days = { from: search.createdAfter, to: search.createdBefore }
  const changeDays = ({ from, to }: DayRange) => change({ createdAfter: from, createdBefore: to })
  return (
    <>
      <DayPeriod value={days} onChange={changeDays} zones={stores.map(({ timezone }) => timezone)} />
      <DayRangeFields
        isInRow={isInRow}
        labels={{ from: 'Created after', to: 'Created before' }}
        value={days}
        onChange={changeDays}
        reversedMessage={messages.orders.datesReversed}
      />
    </>
  )
}

/** Changes one filter that is in use. */
export function OrderFilterEditor({ stores, field }: { stores: readonly Store[]; field: OrderChip['field'] }) {
  if (field === 'financialStatus') return <PaymentFilter />
  if (field === 'fulfillmentStatus') return <FulfillmentFilter />
  return (
    <Stack gap="xs">
      <DaysFilter stores={stores} />
    </Stack>
  )
}
