import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useViewer } from '#client/session/viewer.ts'
import { nav } from '#client/shell/nav.ts'
import { can } from '#shared/access.ts'
import classes from './dashboard.module.css'

/** For those who may see none of the cards: where they can go instead. */
export function Welcome() {
  const viewer = useViewer()
  const sections = nav.filter(({ needs }) => needs !== 'session.any' && can(viewer, needs))
  return (
    <section className={classes.panel}>
      <Title order={2}>Welcome!</Title>
      <Text mt={4}>
        {sections.length > 0
          ? 'Use the sections that you can reach:'
          : 'There is no section that you can reach yet. Ask an administrator to give you a role.'}
      </Text>
      <ul className={classes.sections}>
        {sections.map(({ label, to, icon: Icon }) => (
          <li key={label}>
            <Link to={to} className={classes.section}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
