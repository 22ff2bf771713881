import { Badge } from '@mantine/core'
import type { ProductStatus } from '#shared/products.ts'
import classes from './status-badge.module.css'

const looks = {
  active: { label: 'Active', color: 'green' },
  draft: { label: 'Draft', color: 'blue' },
  archived: { label: 'Archived', color: 'gray' },
} as const satisfies Record<ProductStatus, object>

export function StatusBadge({ status }: { status: ProductStatus }) {
  const { label, color } = looks[status]
  return (
    <Badge classNames={{ label: classes.label ?? '' }} size="sm" variant="light" color={color} tt="none" fw={550}>
      {label}
    </Badge>
  )
}
