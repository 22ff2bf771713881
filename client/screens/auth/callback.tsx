import { useState, useSyncExternalStore } from 'react'
import { returnTo } from '#client/session/return-to.ts'
import { session } from '#client/session/session.ts'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { AuthCard } from './auth-card.tsx'
import { failureIn, isInvitation, sentenceFor } from './fragment.ts'
import { useGoBackAfter, useLeaveAfter } from './leave-after.ts'

function msToStay(status: 'loading' | 'signedOut' | 'signedIn', isRefused: boolean, isInvited: boolean): number | null {
  if (isRefused || status === 'signedOut') return 0
  if (status === 'loading') return null
  return isInvited ? limits.callbackRedirectMs.invite : limits.callbackRedirectMs.other
}

/** Where a third-party sign-in comes back to. The session came with it as a cookie, and is restored like any other. A proof goes back to where it was asked for. */
export function CallbackScreen() {
  const { status } = useSyncExternalStore(session.subscribe, session.state)
  const [{ failure, isInvited }] = useState(() => ({ failure: failureIn(window.location), isInvited: isInvitation(window.location.hash) }))
  const isOut = failure !== null || status === 'signedOut'
  const [back] = useState(returnTo.kept)
  const isBack = !isOut && back !== null
  const ms = msToStay(status, failure !== null, isInvited)
  useGoBackAfter(isBack ? ms : null, back ?? '/')
  useLeaveAfter(isBack ? null : ms, isOut ? { to: '/login', notice: sentenceFor(failure ?? 'sign_in_failed') } : { to: '/dashboard' })
  return (
    <AuthCard title={messages.auth.completing} footer={null}>
      <CentredSpinner label={messages.auth.completing} />
    </AuthCard>
  )
}
