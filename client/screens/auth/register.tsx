import { Divider } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { AuthCard } from './auth-card.tsx'
import { FirstAccount } from './first-account.tsx'
import { fragmentOf } from './fragment.ts'
import { GoogleButton } from './google-button.tsx'
import { useEraseFragment, useLeaveAfter } from './leave-after.ts'
import { RegisterForm, type RegisterOutcome } from './register-form.tsx'
import { useSetup } from './setup.ts'

const footer = (
  <p>
    Already have an account? <TextLink to="/login">Sign in</TextLink>
  </p>
)

/** Goes to the login screen once what comes next has been said. */
function Registered({ said }: { said: string }) {
  useLeaveAfter(limits.registeredRedirectMs, { to: '/login' })
  return <Banner kind="success">{said}</Banner>
}

/** Sign-up. The start of the server prints its address with the setup code in it: `/register#setup=…`. */
export function RegisterScreen() {
  const { hash } = useLocation()
  const [setupCode] = useState(() => fragmentOf(hash).get('setup') ?? '')
  const [outcome, setOutcome] = useState<RegisterOutcome>({})
  const { owner_needed: isFirst } = useSetup()
  useEraseFragment()
  return (
    <AuthCard
      title="Create your account"
      subtitle={isFirst ? messages.security.firstAccountSubtitle : 'Use the email address you were invited with'}
      footer={footer}
    >
      {outcome.said && <Registered said={outcome.said} />}
      {outcome.refused && <Banner kind="error">{outcome.refused}</Banner>}
      <FirstAccount />
      <GoogleButton onRefused={(refused) => setOutcome({ refused })} />
      <Divider label="or with your email" />
      <RegisterForm setupCode={setupCode} isDone={outcome.said !== undefined} onOutcome={setOutcome} />
    </AuthCard>
  )
}
