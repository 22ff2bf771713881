import { Group, Stack } from '@mantine/core'
import { Moment } from '#client/format/moment.tsx'
import { rangeText } from '#client/format/price-range.ts'
import { counted } from '#client/format/words.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { StatusBadge } from '#client/ui/product-status.tsx'
import { Thumbnail } from '#client/ui/thumbnail.tsx'
import type { CatalogueProductResponse } from '#shared/catalogue.ts'
import { useCatalogueStores } from '#client/screens/catalogue/search.ts'
import { StoreCell } from '#client/screens/catalogue/store-cell.tsx'
import { ComparedProducts } from './compared.tsx'
import { CopiedVariants } from './copied-variants.tsx'
import { ProductHistory } from '#client/product-history/product-history.tsx'

/** A product as the copy has it, and the same product in other stores. */
export function CopiedProduct({ product, ...others }: CatalogueProductResponse) {
  const { stores } = useCatalogueStores()
  const { storeId, storeName, productId, image, status, priceRange, currency, stock, vendor, productType, tags, handle } = product
  const zone = stores.find(({ id }) => id === storeId)?.timezone ?? 'UTC'
  const moment = (at: string | null) => at && <Moment at={at} zone={zone} />
  return (
    <Stack gap="lg">
      <Group gap="md">
        <Thumbnail image={image === null ? null : { url: image, alt: null }} />
        <StoreCell id={storeId} name={storeName} />
        <StatusBadge status={status} />
      </Group>
      <div>
        <ButtonLink size="xs" to="/products" search={{ store: storeId, product: productId }}>
          {`Open in ${storeName}`}
        </ButtonLink>
      </div>
      <ComparedProducts product={product} {...others} />
      <CopiedVariants product={product} />
      <ProductHistory storeId={storeId} productId={productId} product={product} />
      <Facts
        facts={[
          { name: 'Price', value: priceRange && rangeText(priceRange, currency) },
          { name: 'Stock', value: stock === null ? 'Not counted' : counted(stock, 'unit') },
          { name: 'Vendor', value: vendor },
          { name: 'Type', value: productType },
          { name: 'Tags', value: tags.join(', ') },
          { name: 'Handle', value: handle },
          { name: 'Created', value: moment(product.createdAt) },
          { name: 'Updated', value: moment(product.updatedAt) },
        ]}
      />
    </Stack>
  )
}
