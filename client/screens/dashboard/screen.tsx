import { PageTitle } from '#client/ui/page-title.tsx'

export const DashboardScreen = () => <PageTitle title="Dashboard" />
