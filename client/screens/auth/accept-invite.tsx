import { Button, List } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { operationMessages } from '#shared/operation-messages.ts'
import { AuthCard } from './auth-card.tsx'
import { invitationIn, type Invitation } from './fragment.ts'
import { NewPassword } from './new-password.tsx'
import { useEraseFragment, useLeaveAfter } from './leave-after.ts'

const { accepted, wrongLink, refused } = limits.invitationRedirectMs
const toLogin = { to: '/login' } as const

// The login screen shows only to those who are signed out. Where the call fails, this page's session has ended all the same.
const endSession = () => session.signOut().catch(() => undefined)

function Accepted({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  useLeaveAfter(accepted, toLogin, endSession)
  return (
    <>
      <Banner kind="success">{messages.invitation.accepted}</Banner>
      <List type="ordered" spacing={6}>
        <List.Item>You will be redirected to login.</List.Item>
        <List.Item>Click “Sign in with Google”{hasPassword && ', or use the password that you chose'}.</List.Item>
        <List.Item>
          Use the e-mail address <strong>{email}</strong>.
        </List.Item>
      </List>
    </>
  )
}

function Refused({ sentence, afterMs }: { sentence: string; afterMs: number }) {
  useLeaveAfter(afterMs, toLogin)
  return <Banner kind="error">{sentence}</Banner>
}

type Outcome = { email: string; passwordToken: string | null } | { refused: string }

type EnteredProps = { email: string; passwordToken: string | null }

/** Where nothing else would let the person in again, a password comes before the good news. */
function Entered({ email, passwordToken }: EnteredProps) {
  const [chosen, setChosen] = useState<'saved' | 'skipped'>()
  if (passwordToken === null || chosen) return <Accepted email={email} hasPassword={chosen === 'saved'} />
  return (
    <>
      <Banner kind="note">{operationMessages.choosePassword}</Banner>
      <NewPassword token={passwordToken} onSaved={() => setChosen('saved')}>
        <Button variant="subtle" size="md" mt="xs" fullWidth onClick={() => setChosen('skipped')}>
          Skip
        </Button>
      </NewPassword>
    </>
  )
}

const refusal = (error: unknown): Outcome => ({
  refused: error instanceof AppError ? messages.invitation.refused(say(error)) : messages.invitation.failed(messages.api.noConnection),
})

/** Accepts the invitation once, however often the component renders. `undefined` until the server answers. */
function useAcceptance(invitation: Invitation): Outcome | undefined {
  const [outcome, setOutcome] = useState<Outcome>()
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void session
      .acceptInvitation(invitation)
      .then(({ user, passwordToken }): Outcome => ({ email: user.email, passwordToken }), refusal)
      .then(setOutcome)
  }, [invitation])
  return outcome
}

function Acceptance({ invitation }: { invitation: Invitation }) {
  const outcome = useAcceptance(invitation)
  if (!outcome) return <CentredSpinner label="Accepting the invitation" />
  return 'email' in outcome ? <Entered {...outcome} /> : <Refused sentence={outcome.refused} afterMs={refused} />
}

/** The target of an invitation link: `#access_token=…&refresh_token=…&type=invite`. */
export function AcceptInviteScreen() {
  const { hash } = useLocation()
  const [invitation] = useState(() => invitationIn(hash))
  useEraseFragment()
  return (
    <AuthCard title="Accept invitation" footer={null}>
      {'wrong' in invitation ? <Refused sentence={invitation.wrong} afterMs={wrongLink} /> : <Acceptance invitation={invitation} />}
    </AuthCard>
  )
}
