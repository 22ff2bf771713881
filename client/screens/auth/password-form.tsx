import { Button, Text, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { session } from '#client/session/session.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { messages } from '#shared/messages.ts'
import type { SignInRequest } from '#shared/session.ts'
import { EarlyLink } from './early-link.tsx'
import { sentenceOf } from './sentence.ts'

type Props = { onRefused: (sentence: string | undefined) => void; onSignedIn: () => void; onChallenged: (ticket: string) => void }
type Mistakes = { [Field in keyof SignInRequest]?: string | undefined }

/**
 * The first mistake of each field. The rules are loaded when they are needed, because the login screen appears without zod. Without a
 * network the call itself says what is wrong.
 */
async function mistakesIn(request: SignInRequest): Promise<Mistakes> {
  const rules = await import('#shared/session.ts').catch(() => null)
  const issues = rules?.SignInRequest.safeParse(request).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]))
}

/**
 * E-mail and password; `onChallenged` where a second factor is asked for beside them. The fields are read when they are sent: the form
 * library of the other screens would be 4 KB of the login screen.
 */
export function PasswordForm({ onRefused, onSignedIn, onChallenged }: Props) {
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [isBusy, setBusy] = useState(false)

  async function send(request: SignInRequest) {
    const found = await mistakesIn(request)
    setMistakes(found)
    if (found.email !== undefined) return email.current?.focus()
    if (found.password !== undefined) return password.current?.focus()
    onRefused(undefined)
    try {
      const challenge = await session.signIn(request)
      if (challenge) onChallenged(challenge.ticket)
      else onSignedIn()
    } catch (error) {
      onRefused(await sentenceOf(error, messages.auth.signInFailed))
    }
  }

  async function signIn(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    await send({ email: email.current?.value ?? '', password: password.current?.value ?? '' })
    setBusy(false)
  }

  return (
    <form noValidate onSubmit={(event) => void signIn(event)}>
      <TextInput
        label="Email"
        type="email"
        size="md"
        autoComplete="username"
        ref={email}
        error={mistakes.email}
        onChange={() => setMistakes(({ password: wrong }) => ({ password: wrong }))}
      />
      <PasswordField
        label="Password"
        size="md"
        mt="sm"
        autoComplete="current-password"
        ref={password}
        error={mistakes.password}
        onChange={() => setMistakes(({ email: wrong }) => ({ email: wrong }))}
      />
      <Text size="sm" ta="end" mt={6}>
        <EarlyLink to="/reset-password">Forgot your password?</EarlyLink>
      </Text>
      <Button type="submit" size="md" mt="md" fullWidth loading={isBusy}>
        Sign in
      </Button>
    </form>
  )
}
