import { api } from '#client/api.ts'
import { isDenied, isOfCode, reasonOf } from '#client/failure.ts'
import { DetailPanel } from '#client/ui/detail-panel.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { neighboursOf } from '#client/ui/neighbours.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import type { CatalogueProduct } from '#shared/catalogue.ts'
import { catalogueIdOf } from '#client/screens/catalogue/columns.tsx'
import { CopiedProduct } from './copied-product.tsx'
import { GoneProduct } from './gone-product.tsx'

type Props = {
  id: string
  /** The products of the list beside it, in which one may stand several times. */
  listed: readonly Pick<CatalogueProduct, 'storeId' | 'productId' | 'title'>[]
  /** With `undefined`, closes the panel. */
  open: (product: string | undefined) => void
}

/** One product beside a list, with the same product in other stores, and the way to the products above and below it. */
export function CataloguePanel({ id, listed, open }: Props) {
  const { data, error, isFetching, refetch } = api.products.catalogue.get.useQuery({ id })
  const products = [...new Map(listed.map((product) => [catalogueIdOf(product), product])).values()]
  const isGone = isOfCode(error, 'NOT_FOUND')
  const body = () => {
    // After a refusal, the old data is hidden.
    if (data && !isDenied(error) && !isGone) return <CopiedProduct key={id} {...data} />
    if (isGone) return <GoneProduct key={id} id={id} />
    if (isFetching || !error) return <CentredSpinner label="Loading product" />
    return <LoadFailure title={catalogueScreenMessages.productLoadFailed} sentence={reasonOf(error)} retry={() => void refetch()} />
  }
  return (
    <DetailPanel
      title={data?.product.title ?? listed.find((product) => catalogueIdOf(product) === id)?.title ?? 'Product'}
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
