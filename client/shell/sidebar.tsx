import { Link } from '@tanstack/react-router'
import { useViewer } from '#client/session/viewer.ts'
import { can } from '#shared/access.ts'
import { hasStores, useStoreHere } from './store-here.ts'
import { AccountMenu } from './account.tsx'
import { LazyPersonal, LazyPaletteButton, LazyStoreSwitcher } from './lazy-parts.tsx'
import { Logo } from './logo.tsx'
import { nav } from './nav.ts'
import classes from './sidebar.module.css'

type Props = { id: string; close: () => void }

/** Links to every screen that the viewer may open. Below 768 px it opens over the screen. */
export function Sidebar({ id, close }: Props) {
  const viewer = useViewer()
  const store = useStoreHere()
  return (
    <nav id={id} aria-label="Main" className={classes.sidebar}>
      <div className={classes.header}>
        <Logo />
        <LazyPersonal />
      </div>
      {hasStores(viewer) && (
        <div className={classes.store}>
          <LazyStoreSwitcher onChosen={close} />
        </div>
      )}
      <div className={classes.palette}>
        <LazyPaletteButton onChosen={close} />
      </div>
      <ul className={classes.entries}>
        {nav
          .filter(({ needs }) => can(viewer, needs))
          .map(({ label, to, icon: Icon, at }) => (
            <li key={label}>
              <Link to={to} {...(store && at?.(store))} activeOptions={{ includeSearch: false }} className={classes.entry} onClick={close}>
                <Icon size={18} stroke={1.75} aria-hidden />
                {label}
              </Link>
            </li>
          ))}
      </ul>
      <AccountMenu />
    </nav>
  )
}
