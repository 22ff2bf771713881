import { lazy, Suspense } from 'react'

// A screen does not wait for what is only looked at later.
const LazyMenu = lazy(async () => ({ default: (await import('#client/jobs/my-exports.tsx')).MyExports }))
const LazySwitcher = lazy(async () => ({ default: (await import('./store-switcher.tsx')).StoreSwitcher }))
const LazyAnnouncement = lazy(async () => ({ default: (await import('#client/jobs/finished-exports.tsx')).FinishedExports }))

/** The menu of the viewer's own exports. */
export const LazyMyExports = () => (
  <Suspense>
    <LazyMenu />
  </Suspense>
)

/** Says on any screen that an export of the viewer's is done. */
export const LazyFinishedExports = () => (
  <Suspense>
    <LazyAnnouncement />
  </Suspense>
)

/** The store that the person works in, and the way to another. */
export const LazyStoreSwitcher = (props: { onChosen: () => void }) => (
  <Suspense>
    <LazySwitcher {...props} />
  </Suspense>
)
