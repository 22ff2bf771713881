import { Text, Title } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { useRecentJobs } from '#client/jobs/queries.ts'
import { useCountedStores, useOrderFigures } from '#client/figures/order-figures.ts'
import { Can } from '#client/session/can.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { AddStoreLink } from '#client/shell/add-store-link.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { PlatformBadge } from '#client/ui/store-badges.tsx'
import type { JobStatus } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { useCatalogueSummary } from './catalogue-summary.ts'
import { CountCard } from './count-card.tsx'
import classes from './dashboard.module.css'
import { NeedsAttention } from './needs-attention.tsx'
import { RecentJobs } from './recent-jobs.tsx'
import { StoreOrders } from './store-orders.tsx'

const Setup = lazyBehind(async () => (await import('./setup.tsx')).Setup)
const CatalogueFigures = lazyBehind(async () => (await import('./catalogue-figures.tsx')).CatalogueFigures)

/** The filter of the jobs list knows one status, so it cannot show running jobs together with those that a worker has just taken. */
const runningOnly = (active = 0): { status?: JobStatus } => (active > 0 ? {} : { status: 'running' })

function ActiveStore({ store }: { store: Store }) {
  const products = (
    <Link to="/products" search={{ store: store.id }} className={classes.open}>
      {store.name}
    </Link>
  )
  return (
    <li className={classes.panel}>
      <div className={classes.store}>
        <Title order={3}>
          <Can do="products.read" storeId={store.id} otherwise={store.name}>
            {products}
          </Can>
        </Title>
        <PlatformBadge platform={store.platform} />
      </div>
      <Text c="dimmed" size="sm" className={classes.domain}>
        {store.domain}
      </Text>
    </li>
  )
}

/** The numbers of stores and jobs, the newest jobs, and the active stores. */
export function Overview() {
  const stores = api.stores.list.useQuery({})
  const { data, error, refetch } = stores
  const jobs = useRecentJobs()
  const totals = jobs.data?.totals
  const figures = useOrderFigures(useCountedStores(data?.stores ?? []))
  const catalogue = useCatalogueSummary()
  if (error && !data) return <LoadFailure title={messages.stores.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  if (!data) return <CentredSpinner label="Loading stores" />
  const active = data.stores.filter((store) => store.active)
  return (
    <>
      <RefreshFailure query={stores} />
      <dl className={classes.counts}>
        <CountCard label="Active Stores" count={active.length} to="/stores" />
        <CountCard label="Running Jobs" count={totals && totals.running + totals.active} to="/jobs" search={runningOnly(totals?.active)} />
        <CountCard label="Failed Jobs" count={totals?.failed} to="/jobs" search={{ status: 'failed' }} />
        <CountCard label="Total Stores" count={data.stores.length} to="/stores" />
      </dl>
      {/* What is known later would push what is below it. */}
      {jobs.isFetched && figures.isFetched && catalogue.isKnown && <Lists stores={data.stores} />}
    </>
  )
}

function Lists({ stores }: { stores: readonly Store[] }) {
  const active = stores.filter((store) => store.active)
  return (
    <>
      <Suspense>
        <Setup stores={stores} />
      </Suspense>
      <NeedsAttention stores={stores} />
      <StoreOrders stores={stores} />
      <Suspense>
        <CatalogueFigures />
      </Suspense>
      <RecentJobs />
      <section aria-labelledby="active-stores">
        <Title order={2} id="active-stores" mt="xl" mb="sm">
          Active Stores
        </Title>
        {active.length === 0 ? (
          <EmptyState icon={IconBuildingStore} title={messages.stores.none}>
            <AddStoreLink />
          </EmptyState>
        ) : (
          <ul className={classes.stores}>
            {active.map((store) => (
              <ActiveStore key={store.id} store={store} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
