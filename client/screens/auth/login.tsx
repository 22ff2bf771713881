import { Button, Divider, PasswordInput, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { messages } from '#shared/messages.ts'
import { SignInRequest } from '#shared/session.ts'
import { AuthCard } from './auth-card.tsx'
import { GoogleButton } from './google-button.tsx'

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
  const { from, notice } = useLocation().state
  const [refused, setRefused] = useState(notice)
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
        <Button type="submit" size="md" mt="lg" fullWidth loading={form.submitting}>
          Sign in
        </Button>
      </form>
      <Text c="dimmed" size="sm">
        {messages.auth.restrictedNote}
      </Text>
    </AuthCard>
  )
}
