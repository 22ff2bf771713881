import { Group, Text } from '@mantine/core'
import { productTitle } from '#shared/brand.ts'

/** The product's logo and name. */
export function ProductMark() {
  return (
    <Group gap={9} wrap="nowrap">
      <img src="/favicon.svg" alt="" width={24} height={24} />
      <Text fw={650} fz={15} lh={1.2} style={{ letterSpacing: '-0.01em' }}>
        {productTitle}
      </Text>
    </Group>
  )
}
