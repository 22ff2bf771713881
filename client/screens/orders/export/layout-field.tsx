import { Radio, SimpleGrid, Text } from '@mantine/core'
import { hasLineItems, OrderLayout, type OrderColumn } from '#shared/order-columns.ts'

type Props = { layout: OrderLayout; columns: readonly OrderColumn[]; onChange: (layout: OrderLayout) => void }

/** How an order with several line items is written. Without a column of those there is nothing to decide. */
export function LayoutField({ layout, columns, onChange }: Props) {
  if (!hasLineItems(columns))
    return (
      <Text size="sm" c="dimmed">
        One row per order. Adding line-item columns writes one row per line item.
      </Text>
    )
  return (
    <Radio.Group label="One row per line item" value={layout} onChange={(value) => onChange(OrderLayout.parse(value))}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt={6}>
        <Radio value="first-row" label="Order values on its first row" description="Shopify's layout: column totals are correct." />
        <Radio
          value="repeat"
          label="Order values on every row"
          description="For filters and pivot tables: column totals count an order several times."
        />
      </SimpleGrid>
    </Radio.Group>
  )
}
