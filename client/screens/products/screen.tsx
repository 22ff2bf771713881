import { Suspense } from 'react'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { Catalogue } from './catalogue.tsx'
import { useProductStores } from './search.ts'

const NoStore = lazyBehind(async () => (await import('./no-store.tsx')).NoStore)

export function ProductsScreen() {
  const { stores, store, isUnseen } = useProductStores()
  if (store) return <Catalogue stores={stores} store={store} isUnseen={isUnseen} />
  return (
    <Suspense>
      <NoStore />
    </Suspense>
  )
}
