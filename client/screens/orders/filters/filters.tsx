import classes from '#client/ui/list.module.css'
import type { Store } from '#shared/stores.ts'
import { DaysFilter, FulfillmentFilter, PaymentFilter } from './editors.tsx'
import { QuickFilters } from './quick-filters.tsx'

export function OrderFilterFields({ stores }: { stores: readonly Store[] }) {
  return (
    <div className={`${classes.filters} ${classes.fields}`} role="group" aria-label="Filters">
      <PaymentFilter />
      <FulfillmentFilter />
      <DaysFilter stores={stores} isInRow />
      <QuickFilters zone={stores[0]?.timezone ?? 'UTC'} />
    </div>
  )
}
