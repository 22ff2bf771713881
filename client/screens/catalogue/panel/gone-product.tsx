import { Stack, Text } from '@mantine/core'
import { catalogueChangesMessages } from '#shared/catalogue-changes-messages.ts'
import { ProductHistory } from '#client/product-history/product-history.tsx'

/** A product that the copy does not have any more: what has changed of it until then. */
export function GoneProduct({ id }: { id: string }) {
  const [storeId = '', productId = ''] = id.split(':')
  return (
    <Stack gap="lg">
      <Text>{catalogueChangesMessages.gone}</Text>
      <ProductHistory storeId={storeId} productId={productId} product={null} />
    </Stack>
  )
}
