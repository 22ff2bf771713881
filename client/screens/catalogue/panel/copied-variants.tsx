import { formatMoney } from '#client/format/money.ts'
import { counted } from '#client/format/words.ts'
import classes from '#client/ui/panel-table.module.css'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Section } from '#client/ui/section.tsx'
import type { ComparedProduct } from '#shared/catalogue.ts'

/** The variants of a product in the copy, with price and stock. */
export function CopiedVariants({ product: { variants, variantCount, currency } }: { product: ComparedProduct }) {
  return (
    <Section title={counted(Math.max(variantCount, variants.length), 'variant')}>
      <ScrollRegion className={classes.region} label="Variants">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">SKU, barcode</th>
              <th scope="col" data-number>
                Price
              </th>
              <th scope="col" data-number>
                Stock
              </th>
            </tr>
          </thead>
          <tbody>
            {variants.map(({ id, title, sku, barcode, price, compareAtPrice, stock }) => (
              <tr key={id}>
                <th scope="row">{title || 'Default'}</th>
                <td>
                  {sku}
                  {barcode && <div className={classes.more}>{barcode}</div>}
                </td>
                <td data-number>
                  {compareAtPrice !== null && Number(compareAtPrice) > Number(price) && (
                    <s className={classes.before}>{formatMoney(compareAtPrice, currency)}</s>
                  )}
                  {formatMoney(price, currency)}
                </td>
                <td data-number>{stock === null ? 'Not counted' : stock.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  )
}
