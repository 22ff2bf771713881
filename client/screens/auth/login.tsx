import { Divider, Text } from '@mantine/core'
import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { TextLink } from '#client/ui/text-link.tsx'
import { messages } from '#shared/messages.ts'
import { AuthCard } from './auth-card.tsx'
import { FirstAccount } from './first-account.tsx'
import { sentenceFor } from './fragment.ts'
import { GoogleButton } from './google-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorForm } from './second-factor.tsx'

const route = getRouteApi('/login')

const footer = (
  <>
    <p>{messages.auth.newUser}</p>
    <p>
      Invited already? <TextLink to="/register">Create your account</TextLink>
    </p>
  </>
)

export function LoginScreen() {
  const { history } = useRouter()
  const { from, notice, said } = useLocation().state
  const { error: failure } = route.useSearch()
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
      <FirstAccount>
        <TextLink to="/register">Create the first account</TextLink>
      </FirstAccount>
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
