import { TextInput } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { formatMoney } from '#client/format/money.ts'
import { counted } from '#client/format/words.ts'
import { containsText } from '#client/ui/contains-text.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { ScrollRegion } from '#client/ui/scroll-region.tsx'
import { Section } from '#client/ui/section.tsx'
import type { ProductDetail } from '#shared/product-detail.ts'
import type { ProductVariant } from '#shared/product-variant.ts'
import classes from '#client/ui/panel-table.module.css'

/** From so many variants on they can be searched. */
const searchedFrom = 20

const nameOf = ({ optionValues }: ProductVariant) => optionValues.join(' / ') || 'Default'
const isFound = (variant: ProductVariant, text: string) =>
  [nameOf(variant), variant.sku, variant.barcode].some((field) => field !== null && containsText(field, text))

type RowProps = { variant: ProductVariant; /** The address of its picture. */ picture: string | undefined; currency: string }

function Row({ variant, picture, currency }: RowProps) {
  const { price, compareAtPrice, sku, barcode, inventoryQuantity, inventoryPolicy } = variant
  const isReduced = compareAtPrice !== null && Number(compareAtPrice) > Number(price)
  return (
    <tr>
      <th scope="row">
        <span className={classes.name}>
          {picture && <img className={classes.picture} src={picture} alt="" width={28} height={28} loading="lazy" decoding="async" />}
          {nameOf(variant)}
        </span>
      </th>
      <td>
        {sku}
        {barcode && <div className={classes.more}>{barcode}</div>}
      </td>
      <td data-number>
        {isReduced && <s className={classes.before}>{formatMoney(compareAtPrice, currency)}</s>}
        {formatMoney(price, currency)}
      </td>
      <td data-number>
        {inventoryQuantity === null ? 'Not counted' : inventoryQuantity.toLocaleString('en-US')}
        {inventoryQuantity !== null && inventoryPolicy === 'continue' && <div className={classes.more}>Continues selling</div>}
      </td>
    </tr>
  )
}

/** The variants with price and stock. A shop may have 2,000 of them, which scroll in a region of their own. */
export function Variants({ product: { variants, options, images }, currency }: { product: ProductDetail; currency: string }) {
  const [text, setText] = useState('')
  const searched = useDeferredValue(text)
  // Typing must not render all rows twice.
  const found = useMemo(() => (searched === '' ? variants : variants.filter((variant) => isFound(variant, searched))), [variants, searched])
  const rows = useMemo(() => {
    const pictures = new Map(images.map(({ id, url }) => [id, url ?? undefined]))
    return found.map((variant) => (
      <Row key={variant.id} variant={variant} picture={pictures.get(variant.imageId ?? '')} currency={currency} />
    ))
  }, [found, images, currency])
  const skus = found.flatMap(({ sku }) => sku || [])
  return (
    <Section title={counted(variants.length, 'variant')}>
      {variants.length >= searchedFrom && (
        <TextInput
          size="xs"
          mb={8}
          aria-label="Search variants"
          placeholder="Search variants by option, SKU or barcode"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <ScrollRegion className={classes.region} label="Variants">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{options.join(' / ') || 'Variant'}</th>
              <th scope="col">SKU, barcode</th>
              <th scope="col" data-number>
                Price
              </th>
              <th scope="col" data-number>
                Stock
              </th>
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
        {found.length === 0 && <p>No matches</p>}
      </ScrollRegion>
      {skus.length > 0 && (
        <CopyButton size="xs" variant="default" mt={8} label={skus.length === 1 ? 'Copy SKU' : 'Copy SKUs'} value={skus.join('\n')} />
      )}
    </Section>
  )
}
