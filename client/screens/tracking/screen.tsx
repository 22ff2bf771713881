import { IconTruckDelivery } from '@tabler/icons-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'

/** A placeholder: tracking is not built yet. */
export function TrackingScreen() {
  return (
    <>
      <PageTitle title="Tracking" />
      <EmptyState icon={IconTruckDelivery} title="Coming soon..." />
    </>
  )
}
