import { Button, Divider, PasswordInput, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { getRouteApi, useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { messages } from '#shared/messages.ts'
import { SignInRequest } from '#shared/session.ts'
import { AuthCard } from './auth-card.tsx'
import { sentenceFor } from './fragment.ts'
import { GoogleButton } from './google-button.tsx'

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
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(SignInRequest, { sync: true }),
  })

  async function signIn(request: SignInRequest) {
    setRefused(undefined)
    try {
      await session.signIn(request)
      history.replace(from ?? '/dashboard')
    } catch (error) {
      setRefused(say(error, messages.auth.signInFailed))
    }
  }

  return (
    <AuthCard title="Welcome back" subtitle="Sign in to your back-office" footer={footer}>
      {said && !refused && <Banner kind="success">{said}</Banner>}
      {refused && <Banner kind="error">{refused}</Banner>}
      <GoogleButton onRefused={setRefused} />
      <Divider label="or with your email" />
      <form noValidate onSubmit={form.onSubmit(signIn, focusFirst(form))}>
        <TextInput label="Email" type="email" size="md" autoComplete="username" key={form.key('email')} {...form.getInputProps('email')} />
        <PasswordInput
          label="Password"
          size="md"
          mt="sm"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Text size="sm" ta="end" mt={6}>
          <TextLink to="/reset-password">Forgot your password?</TextLink>
        </Text>
        <Button type="submit" size="md" mt="md" fullWidth loading={form.submitting}>
          Sign in
        </Button>
      </form>
      <Text c="dimmed" size="sm">
        {messages.auth.restrictedNote}
      </Text>
    </AuthCard>
  )
}
