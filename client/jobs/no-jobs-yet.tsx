import { IconClockPlay } from '@tabler/icons-react'
import { Can } from '#client/session/can.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { messages } from '#shared/messages.ts'

/** Says that there are no jobs, and leads to where one begins. */
export const NoJobsYet = () => (
  <EmptyState icon={IconClockPlay} title={messages.jobs.none}>
    <ExportLinks />
  </EmptyState>
)

/** Leads to a screen whose list the person may export. */
export const ExportLinks = () => (
  <Can do="orders.export" otherwise={<ProductsLink />}>
    <ButtonLink to="/orders">Go to Orders</ButtonLink>
  </Can>
)

const ProductsLink = () => (
  <Can do="products.export">
    <ButtonLink to="/products">Go to Products</ButtonLink>
  </Can>
)
