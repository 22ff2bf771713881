import { Text } from '@mantine/core'
import { use } from 'react'
import { rangeText } from '#client/format/price-range.ts'
import classes from '#client/ui/panel-table.module.css'
import { StatusBadge } from '#client/ui/product-status.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Section } from '#client/ui/section.tsx'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { catalogueClashesMessages } from '#shared/catalogue-clashes-messages.ts'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import type { CatalogueProduct, CatalogueProductResponse, SameProduct } from '#shared/catalogue.ts'
import { catalogueIdOf } from '#client/screens/catalogue/columns.tsx'
import { StoreAges } from '#client/screens/catalogue/store-ages.ts'
import own from './compared.module.css'
import { comparisonOf } from './differences.ts'

const keyWords: Record<SameProduct['by'][number], string> = { sku: 'SKU', barcode: 'barcode', handle: 'handle' }

const Difference = ({ word }: { word: string | null }) => word && <div className={classes.more}>{word}</div>

type RowProps = { product: CatalogueProduct; one: CatalogueProduct; /** What makes it the same product. */ because: string }

/** A product of a store. The words below its values say how they differ from those of the product in the panel. */
function Row({ product, one, because }: RowProps) {
  const { storeId, storeName, productId, title, status, priceRange, currency, stock } = product
  const age = use(StoreAges).get(storeId)
  const differs = comparisonOf(one, product)
  return (
    <tr>
      <th scope="row">
        <span className={own.place}>
          <StoreMark id={storeId} name={storeName} />
          <TextLink to="/products" search={{ store: storeId, product: productId }} aria-label={`${title} in ${storeName}`}>
            {storeName}
          </TextLink>
        </span>
        {title !== one.title && <div>{title}</div>}
        <div className={classes.more}>
          {because}
          {age && `, ${age}`}
        </div>
      </th>
      <td>
        <StatusBadge status={status} />
        <Difference word={differs.status} />
      </td>
      <td data-number>
        {priceRange && rangeText(priceRange, currency)}
        <Difference word={differs.price} />
      </td>
      <td data-number>
        {stock === null ? 'Not counted' : stock.toLocaleString('en-US')}
        <Difference word={differs.stock} />
      </td>
    </tr>
  )
}

/** The product beside the same one in other stores. */
export function ComparedProducts({ product, same, hasMore, incomplete }: CatalogueProductResponse) {
  return (
    <Section title="In other stores">
      {same.length === 0 ? (
        <Text size="sm" c="dimmed">
          {catalogueScreenMessages.noOthers}
        </Text>
      ) : (
        <ScrollRegion className={classes.region} label="In other stores">
          <table className={`${classes.table} ${own.compared}`}>
            <thead>
              <tr>
                <th scope="col">Store</th>
                <th scope="col">Status</th>
                <th scope="col" data-number>
                  Price
                </th>
                <th scope="col" data-number>
                  Stock
                </th>
              </tr>
            </thead>
            <tbody>
              <Row product={product} one={product} because="This product" />
              {same.map((other) => (
                <Row
                  key={catalogueIdOf(other)}
                  product={other}
                  one={product}
                  because={`Same ${other.by.map((key) => keyWords[key]).join(', ')}`}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {hasMore && (
        <Text size="sm" c="dimmed">
          {catalogueScreenMessages.firstOthers(same.length)}
        </Text>
      )}
      {incomplete.length > 0 && (
        <Text size="sm" c="dimmed">
          {catalogueClashesMessages.notCompared(incomplete.map(({ storeName }) => storeName))}
        </Text>
      )}
    </Section>
  )
}
