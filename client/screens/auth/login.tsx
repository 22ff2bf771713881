import { Divider, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { history } from '#client/history.ts'
import { Banner } from '#client/ui/banner.tsx'
import { lazyBehind } from '#client/ui/lazy-behind.ts'
import { messages } from '#shared/messages.ts'
import { AuthCard } from './auth-card.tsx'
import { EarlyLink } from './early-link.tsx'
import { failureInQuery, sentenceFor } from './fragment.ts'
import { GuideLink } from '#client/ui/guide-link.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'

const Nothing = () => null

// They need more than the screen itself, and few people see them. People can sign in without the first.
const FirstAccount = lazyBehind(() =>
  import('./first-account.tsx').then(
    (part) => part.FirstAccount,
    () => Nothing,
  ),
)
const SecondFactorForm = lazyBehind(async () => (await import('./second-factor.tsx')).SecondFactorForm)

const footer = (
  <>
    <p>{messages.auth.newUser}</p>
    <p>
      Invited already? <EarlyLink to="/register">Create your account</EarlyLink>
    </p>
    <p>
      <GuideLink>Guides</GuideLink>
    </p>
  </>
)

export function LoginScreen() {
  const [{ state, search }] = useState(() => history.location)
  const { from, notice, said } = state
  const failure = failureInQuery(search)
  const [refused, setRefused] = useState(failure ? sentenceFor(failure) : notice)
  const [ticket, setTicket] = useState<string>()
  const enter = () => history.replace(from ?? '/dashboard')

  function back(sentence?: string) {
    setTicket(undefined)
    setRefused(sentence)
  }

  if (ticket !== undefined) return <SecondFactorForm ticket={ticket} onSignedIn={enter} onBack={back} />
  return (
    <AuthCard title="Welcome back" subtitle="Sign in to your back-office" footer={footer}>
      {said && !refused && <Banner kind="success">{said}</Banner>}
      {refused && <Banner kind="error">{refused}</Banner>}
      {/* The screen does not wait for it: it needs the queries. */}
      <Suspense>
        <FirstAccount>
          <EarlyLink to="/register">Create the first account</EarlyLink>
        </FirstAccount>
      </Suspense>
      <GoogleButton onRefused={setRefused} />
      <Divider label="or with your email" />
      <PasswordForm onRefused={setRefused} onSignedIn={enter} onChallenged={setTicket} />
      <PasskeyButton onRefused={setRefused} onSignedIn={enter} />
      <Text c="dimmed" size="sm">
        {messages.auth.restrictedNote}
      </Text>
    </AuthCard>
  )
}
