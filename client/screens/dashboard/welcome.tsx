import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { retryAccess, useAccess } from '#client/session/viewer.ts'
import { nav } from '#client/shell/nav.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { can } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import classes from './dashboard.module.css'

/** The dashboard of a person who may see none of its cards: links to the screens that they may open. */
export function Welcome() {
  const { profile, viewer } = useAccess()
  const sections = nav.filter(({ needs }) => needs !== 'session.any' && can(viewer, needs))
  if (!profile)
    return (
      <LoadFailure title={messages.screens.rightsUnknown} sentence={messages.screens.rightsUnknownHint} retry={() => void retryAccess()} />
    )
  return (
    <section className={classes.panel}>
      <Title order={2}>Welcome!</Title>
      <Text mt={4}>
        {sections.length > 0 ? 'You have access to:' : "You don't have access to any section yet. Ask an administrator to give you a role."}
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
