import { IconBuildingStore } from '@tabler/icons-react'
import { Can } from '#client/session/can.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { messages } from '#shared/messages.ts'
import { Catalogue } from './catalogue.tsx'
import { useStores } from './search.ts'

export function ProductsScreen() {
  const { stores, store, isUnseen } = useStores()
  if (store) return <Catalogue stores={stores} store={store} isUnseen={isUnseen} />
  return (
    <>
      <PageTitle title="Products" />
      <Can do="stores.create" otherwise={<EmptyState icon={IconBuildingStore} title={messages.stores.noneReadable} />}>
        <EmptyState icon={IconBuildingStore} title={messages.stores.none} />
      </Can>
    </>
  )
}
