import { VisuallyHidden } from '@mantine/core'
import { formatMoney } from '#client/format/money.ts'
import { StatusBadge } from '#client/ui/product-status.tsx'
import type { CatalogueChange } from '#shared/catalogue-changes.ts'
import classes from './change-values.module.css'

type Valued = Pick<CatalogueChange, 'kind' | 'before' | 'after' | 'currency'>

function Value({ of, currency, kind }: { of: string | null } & Pick<Valued, 'kind' | 'currency'>) {
  if (kind === 'status' && of !== null) return <StatusBadge status={of} />
  if (kind === 'stock') return of === null ? 'Not counted' : Number(of).toLocaleString('en-US')
  if (kind === 'price' && of !== null) return formatMoney(of, currency)
  return of ?? 'None'
}

/** The values before and after a change. For a product that came or went, what happened. */
export function ChangeValues({ change: { kind, before, after, currency } }: { change: Valued }) {
  if (kind === 'new') return 'Added to the shop'
  if (kind === 'gone') return 'Not in the shop any more'
  return (
    <span className={classes.values}>
      <span className={classes.before} title={kind === 'title' ? (before ?? undefined) : undefined}>
        <VisuallyHidden>Before:</VisuallyHidden> <Value kind={kind} of={before} currency={currency} />
      </span>
      <span aria-hidden>→</span>
      <span className={classes.after} title={kind === 'title' ? (after ?? undefined) : undefined}>
        <VisuallyHidden>, now:</VisuallyHidden> <Value kind={kind} of={after} currency={currency} />
      </span>
    </span>
  )
}
