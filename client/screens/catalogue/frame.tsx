import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import classes from '#client/ui/list.module.css'
import { messages } from '#shared/messages.ts'
import { useCopies } from './copies.ts'
import { useFollowedCopies } from './follow-copies.ts'
import { CatalogueHeader } from './header.tsx'
import { useCatalogueStores } from './search.ts'
import { StoreAges, useStoreAges } from './store-ages.ts'

const SwitchedOff = lazyBehind(async () => (await import('./switched-off.tsx')).SwitchedOff)

/** What the screens about all stores' products have in common. They show the copy that is kept of them. */
export function CatalogueFrame() {
  const { isUnseen } = useCatalogueStores()
  const { isOn } = useCopies()
  const ages = useStoreAges()
  useFollowedCopies()
  return (
    <div className={classes.screen}>
      <CatalogueHeader />
      {isUnseen && (
        <Banner kind="note" mb="sm">
          {messages.screens.storesUnseen}
        </Banner>
      )}
      {isOn === false ? (
        <Suspense>
          <SwitchedOff />
        </Suspense>
      ) : (
        <StoreAges value={ages}>
          <Outlet />
        </StoreAges>
      )}
    </div>
  )
}
