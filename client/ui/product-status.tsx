import { statusWords } from '#client/format/words.ts'
import { StateBadge } from '#client/ui/state-badge.tsx'
import type { ProductStatus } from '#shared/products.ts'

type Look = { label: string; color: 'green' | 'blue' | 'gray' }

const looks = {
  active: { label: 'Active', color: 'green' },
  draft: { label: 'Draft', color: 'blue' },
  archived: { label: 'Archived', color: 'gray' },
} as const satisfies Record<ProductStatus, Look>
const known: Readonly<Partial<Record<string, Look>>> = looks

/** A product's status. One that is new to us is shown unchanged. */
export const StatusBadge = ({ status }: { status: string }) => (
  <StateBadge {...(known[status] ?? { label: statusWords(status), color: 'gray' })} />
)
