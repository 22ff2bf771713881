import { Button, Group, Input } from '@mantine/core'
import { useOrderSearch } from '#client/screens/orders/search.ts'
import { overdueBefore } from '#shared/order-figures.ts'
import type { OrderPatch, OrderSearch } from '#shared/order-search.ts'

/** Filters that a button sets together. `zone`: the time zone (IANA) of the days. */
type QuickFilter = {
  label: string
  isOn: (search: OrderSearch, zone: string) => boolean
  on: (zone: string) => OrderPatch
  off: OrderPatch
}

const lateBefore = (zone: string) => overdueBefore(new Date(), zone)

const quickFilters: readonly QuickFilter[] = [
  {
    label: 'Needs packing',
    isOn: ({ financialStatus, fulfillmentStatus }) => financialStatus === 'paid' && fulfillmentStatus === 'unfulfilled',
    on: () => ({ tab: 'all', financialStatus: 'paid', fulfillmentStatus: 'unfulfilled' }),
    off: { financialStatus: undefined, fulfillmentStatus: undefined },
  },
  {
    label: 'Older than 3 days',
    isOn: ({ createdAfter, createdBefore }, zone) => createdAfter === undefined && createdBefore === lateBefore(zone),
    on: (zone) => ({ createdAfter: undefined, createdBefore: lateBefore(zone) }),
    off: { createdBefore: undefined },
  },
]

/** Buttons for filters that are needed every morning. A second click clears them. */
export function QuickFilters({ zone }: { zone: string }) {
  const { search, change } = useOrderSearch()
  return (
    <Input.Wrapper size="xs" label="Shortcuts" labelElement="div" role="group" aria-label="Shortcuts">
      <Group gap={6} wrap="nowrap">
        {quickFilters.map(({ label, isOn, on, off }) => (
          <Button
            key={label}
            size="xs"
            variant={isOn(search, zone) ? 'light' : 'default'}
            aria-pressed={isOn(search, zone)}
            onClick={() => change(isOn(search, zone) ? off : on(zone))}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Input.Wrapper>
  )
}
