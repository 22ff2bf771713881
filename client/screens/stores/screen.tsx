import { PageTitle } from '#client/ui/page-title.tsx'

export const StoresScreen = () => <PageTitle title="Stores" />
