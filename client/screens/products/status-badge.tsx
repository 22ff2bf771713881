import { Badge } from '@mantine/core'
import type { ProductStatus } from '#shared/products.ts'

const looks = {
  active: { label: 'Active', color: 'green' },
  draft: { label: 'Draft', color: 'blue' },
  archived: { label: 'Archived', color: 'gray' },
} as const satisfies Record<ProductStatus, object>

export function StatusBadge({ status }: { status: ProductStatus }) {
  const { label, color } = looks[status]
  return (
    <Badge size="sm" variant="light" color={color} tt="none" fw={550}>
      {label}
    </Badge>
  )
}
