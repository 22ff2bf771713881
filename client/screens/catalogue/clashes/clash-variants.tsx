import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { formatMoney } from '#client/format/money.ts'
import classes from '#client/ui/panel-table.module.css'
import { StatusBadge } from '#client/ui/product-status.tsx'
import { ProductTitleButton } from '#client/ui/product-title.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { tableRoles } from '#client/ui/table-roles.ts'
import type { CatalogueClashKind } from '#shared/clash-kinds.ts'
import { catalogueClashesMessages as messages } from '#shared/catalogue-clashes-messages.ts'
import type { CatalogueClash, ClashingVariant } from '#shared/catalogue-clashes.ts'
import { limits } from '#shared/limits.ts'
import { catalogueIdOf } from '#client/screens/catalogue/columns.tsx'
import { StoreCell } from '#client/screens/catalogue/store-cell.tsx'
import own from './clashes.module.css'
import { useClashesSearch } from './search.ts'

type Props = {
  variant: ClashingVariant
  by: CatalogueClash['by']
  kinds: ReadonlySet<CatalogueClashKind>
  /** Whether its store has the code several times. */
  isDouble: boolean
  /** Whether its price clashes with that of another store. */
  isApart: boolean
}

/** The code that is not the one in common. */
const codeName = (by: CatalogueClash['by']) => (by === 'sku' ? 'Barcode' : 'SKU')

/** A variant. What clashes stands out. */
function Variant({ variant, by, kinds, isDouble, isApart }: Props) {
  const { open } = useClashesSearch()
  const mark = (kind: CatalogueClashKind) => ({ 'data-clashes': kinds.has(kind) || undefined })
  const { storeId, storeName, title, status, price, currency, stock, sku, barcode } = variant
  return (
    <tr role={tableRoles.row}>
      <td role={tableRoles.rowHeader} {...(isDouble && mark('double'))}>
        <StoreCell id={storeId} name={storeName} />
      </td>
      <td role={tableRoles.cell} className={own.product} {...mark('title')}>
        <ProductTitleButton title={title} onOpen={() => open(catalogueIdOf(variant))} />
        {variant.variant && <div className={classes.more}>{variant.variant}</div>}
      </td>
      <td role={tableRoles.cell} {...mark('status')}>
        <StatusBadge status={status} />
      </td>
      <td role={tableRoles.cell} data-number data-clashes={isApart || undefined}>
        {formatMoney(price, currency)}
      </td>
      <td role={tableRoles.cell} data-number data-header="Stock" {...mark('stock')}>
        {stock === null ? 'Not counted' : stock.toLocaleString('en-US')}
      </td>
      <td role={tableRoles.cell} className={own.code} data-header={codeName(by)} {...mark('barcode')}>
        {by === 'sku' ? barcode : sku}
      </td>
    </tr>
  )
}

/** The variants with one code, a row for each. */
export function ClashVariants({ clash: { by, code, kinds, variants, variantCount, priceStoreIds } }: { clash: CatalogueClash }) {
  const clashing = new Set(kinds)
  const doubles = new Set(variants.map(({ storeId }) => storeId).filter((id, place, ids) => ids.indexOf(id) !== place))
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? variants : variants.slice(0, limits.clashes.listed)
  return (
    <>
      <ScrollRegion className={own.region} label={`Variants with ${code}`}>
        <table role={tableRoles.table} className={`${classes.table} ${own.variants}`}>
          <thead role={tableRoles.rowGroup}>
            <tr role={tableRoles.row}>
              <th scope="col" role={tableRoles.columnHeader}>
                Store
              </th>
              <th scope="col" role={tableRoles.columnHeader}>
                Product
              </th>
              <th scope="col" role={tableRoles.columnHeader} className={own.narrow}>
                Status
              </th>
              <th scope="col" role={tableRoles.columnHeader} className={own.narrow} data-number>
                Price
              </th>
              <th scope="col" role={tableRoles.columnHeader} className={own.narrow} data-number>
                Stock
              </th>
              <th scope="col" role={tableRoles.columnHeader} className={own.code}>
                {codeName(by)}
              </th>
            </tr>
          </thead>
          <tbody role={tableRoles.rowGroup}>
            {shown.map((variant) => (
              <Variant
                key={`${variant.storeId}:${variant.productId}:${variant.variantId}`}
                variant={variant}
                by={by}
                kinds={clashing}
                isDouble={doubles.has(variant.storeId)}
                isApart={priceStoreIds.includes(variant.storeId)}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {variants.length > limits.clashes.listed && (
        <Button variant="default" size="compact-xs" mt="xs" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll
            ? `Show the first ${limits.clashes.listed}`
            : `Show ${variantCount > variants.length ? 'the first' : 'all'} ${variants.length} variants`}
        </Button>
      )}
      {variantCount > variants.length && shown.length === variants.length && (
        <Text size="sm" c="dimmed">
          {messages.firstVariants(variants.length, variantCount)}
        </Text>
      )}
    </>
  )
}
