import { Suspense } from 'react'
import { useAccess } from '#client/session/viewer.ts'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { can } from '#shared/access.ts'
import { DeniedBanner } from './denied-banner.tsx'
import { Overview } from './overview.tsx'

/** For those few who may list no stores. */
const Welcome = lazyBehind(async () => (await import('./welcome.tsx')).Welcome)

const greeting = (name: string) => (
  <>
    Welcome back, <bdi>{name}</bdi>
  </>
)

export function DashboardScreen() {
  const { profile, viewer } = useAccess()
  const name = profile?.user.full_name ?? profile?.user.email
  return (
    <>
      <DeniedBanner />
      <PageTitle title="Dashboard" subtitle={name && greeting(name)} />
      <Suspense fallback={<CentredSpinner label="Loading the dashboard" />}>
        {can(viewer, 'stores.list') ? <Overview /> : <Welcome />}
      </Suspense>
    </>
  )
}
