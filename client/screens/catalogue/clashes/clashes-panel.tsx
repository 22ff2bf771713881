import { CataloguePanel } from '#client/screens/catalogue/panel/catalogue-panel.tsx'
import { useClashesPage } from './clashes-page.ts'
import { useClashesSearch } from './search.ts'

/** The panel of a product beside the list of clashes. */
export function ClashesPanel({ id }: { id: string }) {
  const { open } = useClashesSearch()
  const { data } = useClashesPage()
  return <CataloguePanel id={id} listed={data?.clashes.flatMap(({ variants }) => variants) ?? []} open={open} />
}
