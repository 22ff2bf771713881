import { useAccess } from '#client/session/viewer.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { can } from '#shared/access.ts'
import { DeniedBanner } from './denied-banner.tsx'
import { Overview } from './overview.tsx'
import { Welcome } from './welcome.tsx'

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
      {can(viewer, 'stores.list') ? <Overview /> : <Welcome />}
    </>
  )
}
