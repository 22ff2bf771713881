import { StateBadge } from '#client/ui/state-badge.tsx'
import type { ProductStatus } from '#shared/products.ts'

const looks = {
  active: { label: 'Active', color: 'green' },
  draft: { label: 'Draft', color: 'blue' },
  archived: { label: 'Archived', color: 'gray' },
} as const satisfies Record<ProductStatus, object>

export const StatusBadge = ({ status }: { status: ProductStatus }) => <StateBadge {...looks[status]} />
