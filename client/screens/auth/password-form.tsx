import { Button, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { focusFirst } from '#client/ui/form.ts'
import { TextLink } from '#client/ui/text-link.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { messages } from '#shared/messages.ts'
import { SignInRequest } from '#shared/session.ts'

type Props = { onRefused: (sentence: string | undefined) => void; onSignedIn: () => void; onChallenged: (ticket: string) => void }

/** E-mail and password; `onChallenged` where a second factor is asked for beside them. */
export function PasswordForm({ onRefused, onSignedIn, onChallenged }: Props) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(SignInRequest, { sync: true }),
  })

  async function signIn(request: SignInRequest) {
    onRefused(undefined)
    try {
      const challenge = await session.signIn(request)
      if (challenge) onChallenged(challenge.ticket)
      else onSignedIn()
    } catch (error) {
      onRefused(say(error, messages.auth.signInFailed))
    }
  }

  return (
    <form noValidate onSubmit={form.onSubmit(signIn, focusFirst(form))}>
      <TextInput label="Email" type="email" size="md" autoComplete="username" key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordField
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
  )
}
