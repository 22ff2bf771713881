import { api } from '#client/api.ts'
import { ProductHistory } from '#client/product-history/product-history.tsx'
import type { ProductDetail } from '#shared/product-detail.ts'
import type { Store } from '#shared/stores.ts'

/** What has changed of a product, where a copy of its store's catalogue is kept. */
export function CopiedHistory({ product: { id, variants }, store }: { product: ProductDetail; store: Store }) {
  const { data } = api.products.catalogue.stores.useQuery({}, { retryOnMount: false })
  const isCopied = data?.isOn && data.stores.some(({ storeId, isOn }) => storeId === store.id && isOn)
  if (!isCopied) return null
  const priced = variants.map(({ optionValues, sku, price }) => ({ title: optionValues.join(' / '), sku, price }))
  return <ProductHistory storeId={store.id} productId={id} product={{ variants: priced, currency: store.currency }} isQuiet />
}
