import { Link, useMatchRoute } from '@tanstack/react-router'
import { useNamedStores } from './search.ts'
import classes from './sections.module.css'

/** The screens about all stores' products, in their order. */
const sections = [
  { to: '/products/all', label: 'Products' },
  { to: '/products/all/clashes', label: 'Clashes' },
  { to: '/products/all/changes', label: 'Changes' },
] as const

/** The name of the screen that is shown. */
export function useSectionTitle(): string {
  const isAt = useMatchRoute()
  return (sections.find(({ to }) => isAt({ to })) ?? sections[0]).label
}

/** Links between the screens about all stores' products. They keep the chosen stores. */
export function CatalogueSections() {
  const stores = useNamedStores()
  return (
    <nav className={classes.sections} aria-label="All stores">
      {sections.map(({ to, label }) => (
        <Link key={to} to={to} search={{ stores }} activeOptions={{ exact: true, includeSearch: false }} className={classes.section}>
          {label}
        </Link>
      ))}
    </nav>
  )
}
