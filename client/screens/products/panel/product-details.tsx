import { Anchor, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Moment } from '#client/format/moment.tsx'
import { counted } from '#client/format/words.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { panelKeys } from '#client/ui/list-keys.ts'
import { Facts } from '#client/ui/facts.tsx'
import { Section } from '#client/ui/section.tsx'
import type { ProductDetail } from '#shared/product-detail.ts'
import { traits } from '#shared/platforms.ts'
import { adminLink } from '#shared/shop-links.ts'
import type { Store } from '#shared/stores.ts'
import { rangeOf, rangeText } from '#client/format/price-range.ts'
import { StatusBadge } from '#client/ui/product-status.tsx'
import { CopiedHistory } from './copied-history.tsx'
import { Pictures } from './pictures.tsx'
import { textOfHtml } from './text-of-html.ts'
import { Variants } from './variants.tsx'

type OutsideProps = { href: string; shortcut?: string; children: string }

const Outside = ({ href, shortcut, children }: OutsideProps) => (
  <Anchor aria-keyshortcuts={shortcut} href={href} target="_blank" rel="noopener noreferrer" size="sm">
    {children}
  </Anchor>
)

/** The stock of all variants together. null: the shop counts none of them. */
function stockOf({ variants }: ProductDetail): number | null {
  const quantities = variants.flatMap(({ inventoryQuantity }) => inventoryQuantity ?? [])
  return quantities.length === 0 ? null : quantities.reduce((sum, quantity) => sum + quantity, 0)
}

/** "Size: S, M" and so on, a line for each option. */
const optionsText = ({ options, variants }: ProductDetail) =>
  options.map((name, place) => `${name}: ${[...new Set(variants.map(({ optionValues }) => optionValues[place]))].join(', ')}`).join('\n')

type Props = { product: ProductDetail; store: Store; /** Buttons. */ children: ReactNode }

/** Everything about one product, from what it looks like to how search engines show it. */
export function ProductDetails({ product, store, children }: Props) {
  const { id, status, handle, vendor, productType, category, tags, seo, storefrontUrl, createdAt, updatedAt } = product
  const stock = stockOf(product)
  const range = rangeOf(product.variants)
  const moment = (at: string | null) => at && <Moment at={at} zone={store.timezone} />
  return (
    <Stack gap="lg">
      <Pictures images={product.images} title={product.title} />
      <Group gap="md">
        <StatusBadge status={status} />
        <Outside
          shortcut={panelKeys.openInShop}
          href={adminLink(store, 'products', id)}
        >{`Open in ${traits[store.platform].label}`}</Outside>
        {storefrontUrl && <Outside href={storefrontUrl}>Open in storefront</Outside>}
      </Group>
      <Group gap={6}>
        {children}
        <CopyButton size="xs" variant="default" label="Copy id" value={id} />
      </Group>
      <Facts
        facts={[
          { name: 'Price', value: range && rangeText(range, store.currency) },
          { name: 'Stock', value: stock === null ? 'Not counted' : counted(stock, 'unit') },
          { name: 'Vendor', value: vendor },
          { name: 'Type', value: productType },
          { name: 'Category', value: category },
          { name: 'Tags', value: tags.join(', ') },
          { name: 'Options', value: optionsText(product) },
          { name: 'Created', value: moment(createdAt) },
          { name: 'Updated', value: moment(updatedAt) },
        ]}
      />
      <Variants product={product} currency={store.currency} />
      <CopiedHistory product={product} store={store} />
      <Section title="Description">
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {textOfHtml(product.bodyHtml) || 'None'}
        </Text>
      </Section>
      <Section title="Search engines">
        <Facts
          facts={[
            { name: 'Title', value: seo.title ?? product.title },
            { name: 'Description', value: seo.description },
            { name: 'Handle', value: handle },
          ]}
        />
      </Section>
    </Stack>
  )
}
