import { Stack, Text } from '@mantine/core'
import { api } from '#client/api.ts'
import { catalogueChangesMessages } from '#shared/catalogue-changes-messages.ts'
import { ProductHistory } from '#client/product-history/product-history.tsx'

/** A product that the copy does not have: what has changed of it until then. Only a whole copy tells that the shop does not have it either. */
export function GoneProduct({ id }: { id: string }) {
  const [storeId = '', productId = ''] = id.split(':')
  const { data } = api.products.catalogue.stores.useQuery({}, { retryOnMount: false })
  const isWhole = data?.stores.some((copy) => copy.storeId === storeId && copy.filledAt !== null)
  return (
    <Stack gap="lg">
      <Text>{data && (isWhole ? catalogueChangesMessages.gone : catalogueChangesMessages.notCopied)}</Text>
      <ProductHistory storeId={storeId} productId={productId} product={null} />
    </Stack>
  )
}
