import { Button } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Can } from '#client/session/can.tsx'
import { useViewer } from '#client/session/viewer.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { draftStorage } from '#client/session/draft-storage.ts'
import { can } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { ConnectOutcome } from '#shared/store-connect.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { ConnectReturn } from './connect-return.tsx'
import { DeleteStore } from './delete-store.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { StoreCard } from './store-card.tsx'
import { StoreForm } from './store-form.tsx'
import classes from './stores.module.css'

const route = getRouteApi('/signed-in/stores')

type Open = { dialog: 'none' | 'add' } | { dialog: 'edit' | 'delete'; store: Store }

export function StoresScreen() {
  const [open, setOpen] = useState<Open>({ dialog: 'none' })
  // A save makes the results of earlier connection tests obsolete.
  const [saves, setSaves] = useState(0)
  const stores = api.stores.list.useQuery({})
  const viewer = useViewer()
  const mayCreate = can(viewer, 'stores.create')
  const { edit, add, connect, store: againId } = route.useSearch()
  const outcome = ConnectOutcome.safeParse(connect).data
  const navigate = route.useNavigate()
  // Other screens link to the form of a store, and of a new one.
  const linked = stores.data?.stores.find(({ id }) => id === edit && can(viewer, 'stores.update', id))
  const asked: Open = add && mayCreate ? { dialog: 'add' } : open
  const shown: Open = linked ? { dialog: 'edit', store: linked } : asked
  const close = () => {
    setOpen({ dialog: 'none' })
    // What was entered before the approval is needed no more.
    if (connect) draftStorage.forget()
    if (edit || add || connect) void navigate({ search: {}, replace: true })
  }
  const saved = () => {
    setSaves(saves + 1)
    close()
  }

  return (
    <>
      <PageTitle title="Stores" subtitle="Connected shops">
        <Can do="stores.create">
          <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen({ dialog: 'add' })}>
            Add Store
          </Button>
        </Can>
      </PageTitle>
      {stores.isPending && <CentredSpinner label="Loading stores" />}
      {stores.isLoadingError && (
        <LoadFailure title={messages.stores.loadFailed} sentence={say(stores.error)} retry={() => void stores.refetch()} />
      )}
      <RefreshFailure query={stores} />
      {stores.data?.stores.length === 0 && (
        <EmptyState icon={IconBuildingStore} title={mayCreate ? messages.stores.none : messages.stores.noneReadable}>
          {mayCreate && <Button onClick={() => setOpen({ dialog: 'add' })}>Add your first store</Button>}
        </EmptyState>
      )}
      {stores.data && (
        <ul className={classes.grid}>
          {stores.data.stores.map((store) => (
            <StoreCard
              key={store.id}
              store={store}
              saves={saves}
              onEdit={() => setOpen({ dialog: 'edit', store })}
              onDelete={() => setOpen({ dialog: 'delete', store })}
            />
          ))}
        </ul>
      )}
      {outcome && (
        <ConnectReturn
          outcome={outcome}
          onSaved={saved}
          onClose={close}
          onAgain={
            againId !== undefined || mayCreate
              ? () => void navigate({ search: againId === undefined ? { add: true } : { edit: againId }, replace: true })
              : undefined
          }
        />
      )}
      {shown.dialog === 'add' && <StoreForm store={null} onSaved={saved} onClose={close} />}
      {shown.dialog === 'edit' && <StoreForm store={shown.store} onSaved={saved} onClose={close} />}
      {shown.dialog === 'delete' && <DeleteStore store={shown.store} onClose={close} />}
    </>
  )
}
