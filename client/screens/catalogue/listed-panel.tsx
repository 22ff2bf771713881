import { useCataloguePage } from './catalogue-page.ts'
import { CataloguePanel } from './panel/catalogue-panel.tsx'
import { useCatalogueSearch } from './search.ts'

/** The panel of a product beside the list of products. */
export function ListedPanel({ id }: { id: string }) {
  const { open } = useCatalogueSearch()
  const { data } = useCataloguePage()
  return <CataloguePanel id={id} listed={data?.products ?? []} open={open} />
}
