import { Link } from '@tanstack/react-router'
import type { JobStatus } from '#shared/jobs.ts'
import classes from './dashboard.module.css'

type CountLink =
  | { to: '/stores'; search?: never }
  | { to: '/jobs'; search: { status?: JobStatus } }
  | { to: '/products/all'; search?: { stock: 'out' } }
  | { to: '/products/all/clashes'; search?: never }
  | { to: '/products/all/changes'; search: { from: string } }

/** A number that leads to what it counts. `isAtLeast`: there may be more, because counting ended at it, or not all is known. */
type Props = { label: string; count: number | undefined; isAtLeast?: boolean } & CountLink

export function CountCard({ label, count, isAtLeast = false, ...link }: Props) {
  const text = count === undefined ? '–' : `${count.toLocaleString('en-US')}${isAtLeast ? '+' : ''}`
  return (
    <div className={classes.panel}>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.count}>
        {count === undefined ? (
          text
        ) : (
          <Link {...link} className={classes.open} aria-label={`${label}: ${text}`}>
            {text}
          </Link>
        )}
      </dd>
    </div>
  )
}
