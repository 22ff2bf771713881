import { IconBuildingStore } from '@tabler/icons-react'
import { AddStoreLink } from '#client/shell/add-store-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { messages } from '#shared/messages.ts'
import { Orders } from './orders.tsx'
import { useOrderStores } from './search.ts'

export function OrdersScreen() {
  const { stores, shown } = useOrderStores()
  if (stores.length > 0) return <Orders stores={stores} chosen={shown} />
  return (
    <>
      <PageTitle title="Orders" />
      <EmptyState icon={IconBuildingStore} title={messages.orders.noStores}>
        <AddStoreLink />
      </EmptyState>
    </>
  )
}
