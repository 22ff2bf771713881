import { IconTruckDelivery } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'

/** A place kept free: nothing is tracked yet. */
export function TrackingScreen() {
  return (
    <>
      <PageTitle title="Tracking" />
      <EmptyState icon={IconTruckDelivery} title="Coming soon..." />
    </>
  )
}
