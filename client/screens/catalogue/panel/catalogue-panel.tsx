import { api } from '#client/api.ts'
import { isDenied, reasonOf } from '#client/failure.ts'
import { DetailPanel } from '#client/ui/detail-panel.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { neighboursOf } from '#client/ui/neighbours.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import { useCataloguePage } from '#client/screens/catalogue/catalogue-page.ts'
import { catalogueIdOf } from '#client/screens/catalogue/columns.tsx'
import { useCatalogueSearch } from '#client/screens/catalogue/search.ts'
import { CopiedProduct } from './copied-product.tsx'

/** One product beside the list, with the same product in other stores, and the way to the products above and below it. */
export function CataloguePanel({ id }: { id: string }) {
  const { open } = useCatalogueSearch()
  const products = useCataloguePage().data?.products ?? []
  const { data, error, isFetching, refetch } = api.products.catalogue.get.useQuery({ id })
  const listed = products.find((product) => catalogueIdOf(product) === id)
  const body = () => {
    // After a refusal, the old data is hidden.
    if (data && !isDenied(error)) return <CopiedProduct key={id} {...data} />
    if (isFetching || !error) return <CentredSpinner label="Loading product" />
    return <LoadFailure title={catalogueScreenMessages.productLoadFailed} sentence={reasonOf(error)} retry={() => void refetch()} />
  }
  return (
    <DetailPanel
      title={data?.product.title ?? listed?.title ?? 'Product'}
      noun="product"
      neighbours={neighboursOf(
        products,
        (product) => catalogueIdOf(product) === id,
        (product) => open(catalogueIdOf(product)),
      )}
      onClose={() => open(undefined)}
    >
      {body()}
    </DetailPanel>
  )
}
