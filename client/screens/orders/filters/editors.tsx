import { Stack } from '@mantine/core'
import { capitalized } from '#client/format/words.ts'
import { useOrderSearch } from '#client/screens/orders/search.ts'
import { DayPeriod } from '#client/ui/day-period.tsx'
import { DayRangeFields, type DayRange } from '#client/ui/day-range.tsx'
import { UrlSelect } from '#client/ui/url-select.tsx'
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
  const { search, changeAndWait } = useOrderSearch()
  return (
    <UrlSelect
      label="Payment status"
      data={payments}
      value={search.financialStatus ?? ''}
      onChoose={(chosen) => changeAndWait(statusPatch({ financialStatus: PaymentChoice.safeParse(chosen).data }))}
    />
  )
}

export function FulfillmentFilter() {
  const { search, changeAndWait } = useOrderSearch()
  return (
    <UrlSelect
      label="Fulfillment status"
      data={fulfillments}
      value={search.fulfillmentStatus ?? ''}
      onChoose={(chosen) => changeAndWait(statusPatch({ fulfillmentStatus: FulfillmentChoice.safeParse(chosen).data }))}
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
