import { Link } from '@tanstack/react-router'
import { useViewer } from '#client/session/viewer.ts'
import { can } from '#shared/access.ts'
import { AccountMenu } from './account.tsx'
import { LazyMyExports } from './exports.tsx'
import { Logo } from './logo.tsx'
import { nav } from './nav.ts'
import classes from './sidebar.module.css'

type Props = { id: string; close: () => void }

/** The way to every screen that the viewer may open; below 768 px it opens over the screen. */
export function Sidebar({ id, close }: Props) {
  const viewer = useViewer()
  return (
    <nav id={id} aria-label="Main" className={classes.sidebar}>
      <div className={classes.header}>
        <Logo />
        <LazyMyExports />
      </div>
      <ul className={classes.entries}>
        {nav
          .filter(({ needs }) => can(viewer, needs))
          .map(({ label, to, icon: Icon }) => (
            <li key={label}>
              <Link to={to} className={classes.entry} onClick={close}>
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
