import { CataloguePanel } from '#client/screens/catalogue/panel/catalogue-panel.tsx'
import { useChangesPage } from './changes-page.ts'
import { useChangesSearch } from './search.ts'

/** The panel of a product beside the list of changes. */
export function ChangesPanel({ id }: { id: string }) {
  const { open } = useChangesSearch()
  const { data } = useChangesPage()
  return <CataloguePanel id={id} listed={data?.changes ?? []} open={open} />
}
