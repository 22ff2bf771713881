import { Anchor } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { history } from '#client/history.ts'

/** Keys and buttons with which browsers open a link elsewhere. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** A `TextLink` of the login screen, which appears before the router is loaded. */
export function EarlyLink({ to, children }: { to: '/register' | '/reset-password'; children: ReactNode }) {
  function follow(event: MouseEvent) {
    if (opensElsewhere(event)) return
    event.preventDefault()
    history.push(to)
  }
  return (
    <Anchor inherit underline="always" href={to} onClick={follow}>
      {children}
    </Anchor>
  )
}
