import { Button } from '@mantine/core'
import { api } from '#client/api.ts'
import { isDenied, reasonOf } from '#client/failure.ts'
import { useListLayout } from '#client/session/list-layout.ts'
import { DetailPanel } from '#client/ui/detail-panel.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { neighboursOf } from '#client/ui/neighbours.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'
import { useProductPage } from '#client/screens/products/product-page.ts'
import { toProductRequest } from '#client/screens/products/request.ts'
import { useProductSearch } from '#client/screens/products/search.ts'
import { ProductDetails } from './product-details.tsx'

type Props = { store: Store; productId: string; /** null: the person may not export. */ onExport: (() => void) | null }

/** One product beside the list, with the way to the products above and below it. */
export function ProductPanel({ store, productId, onExport }: Props) {
  const { search, open } = useProductSearch()
  const page = useProductPage(toProductRequest(store, search, useListLayout('products', search).columns))
  const request = { storeId: store.id, productId }
  const { data, error, isFetching, refetch } = api.products.get.useQuery(request, { staleTime: limits.productsCacheMs })
  const listed = page.data?.products.find(({ id }) => id === productId)
  const body = () => {
    // After a refusal, the old data is hidden.
    if (data && !isDenied(error))
      return (
        <ProductDetails key={productId} product={data.product} store={store}>
          {onExport && (
            <Button size="xs" variant="default" onClick={onExport}>
              Export this product
            </Button>
          )}
        </ProductDetails>
      )
    if (isFetching || !error) return <CentredSpinner label="Loading product" />
    return <LoadFailure title={messages.products.productLoadFailed} sentence={reasonOf(error)} retry={() => void refetch()} />
  }
  return (
    <DetailPanel
      title={data?.product.title ?? listed?.title ?? 'Product'}
      noun="product"
      neighbours={neighboursOf(
        page.data?.products ?? [],
        ({ id }) => id === productId,
        ({ id }) => open(id),
      )}
      onClose={() => open(undefined)}
    >
      {body()}
    </DetailPanel>
  )
}
