import { IconBuildingStore } from '@tabler/icons-react'
import { Can } from '#client/session/can.tsx'
import { AddStoreLink } from '#client/shell/add-store-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { messages } from '#shared/messages.ts'

/** Replaces the list if the viewer may not see the products of any store. */
export function NoStore() {
  return (
    <>
      <PageTitle title="Products" />
      <Can do="stores.create" otherwise={<EmptyState icon={IconBuildingStore} title={messages.stores.noneReadable} />}>
        <EmptyState icon={IconBuildingStore} title={messages.stores.none}>
          <AddStoreLink />
        </EmptyState>
      </Can>
    </>
  )
}
