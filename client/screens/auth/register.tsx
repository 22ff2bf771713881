import { Button, Divider, PasswordInput, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { fieldErrors, say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { SignUpForm } from '#shared/session.ts'
import { AuthCard } from './auth-card.tsx'
import { GoogleButton } from './google-button.tsx'
import { useLeaveAfter } from './leave-after.ts'

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

export function RegisterScreen() {
  const [outcome, setOutcome] = useState<{ said?: string; refused?: string }>({})
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', confirmPassword: '' },
    validate: schemaResolver(SignUpForm, { sync: true }),
  })

  async function signUp({ email, password }: z.infer<typeof SignUpForm>) {
    setOutcome({})
    try {
      const { message } = await session.signUp({ email, password })
      setOutcome({ said: message })
    } catch (error) {
      const refused = fieldErrors(error, Object.keys(form.getValues()))
      if (refused) form.setErrors(refused)
      else setOutcome({ refused: say(error, messages.auth.signUpFailed) })
    }
  }

  const password = { size: 'md', mt: 'sm', autoComplete: 'new-password' } as const
  return (
    <AuthCard title="Create your account" subtitle="With the email address that you were invited with" footer={footer}>
      {outcome.said && <Registered said={outcome.said} />}
      {outcome.refused && <Banner kind="error">{outcome.refused}</Banner>}
      <GoogleButton onRefused={(refused) => setOutcome({ refused })} />
      <Divider label="or with your email" />
      <form noValidate onSubmit={form.onSubmit(signUp, focusFirst(form))}>
        <TextInput label="Email" type="email" size="md" autoComplete="username" key={form.key('email')} {...form.getInputProps('email')} />
        <PasswordInput label="Password" {...password} key={form.key('password')} {...form.getInputProps('password')} />
        <PasswordInput
          label="Confirm password"
          {...password}
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
        <Button type="submit" size="md" mt="lg" fullWidth loading={form.submitting} disabled={outcome.said !== undefined}>
          Create account
        </Button>
      </form>
    </AuthCard>
  )
}
