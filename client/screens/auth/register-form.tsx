import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import type { z } from 'zod'
import { fieldErrors, say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { focusFirst } from '#client/ui/form.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { SignUpForm } from '#shared/session.ts'
import { useSetup } from './setup.ts'

export type RegisterOutcome = { said?: string; refused?: string }
type Draft = z.infer<typeof SignUpForm> & { setup_code: string }

/** The refusal by field; `null` if it concerns no field. */
function mistakesIn(error: unknown, draft: Draft): Record<string, string> | null {
  if (error instanceof AppError && error.code === 'SETUP_CODE_WRONG') return { setup_code: error.message }
  return fieldErrors(error, Object.keys(draft))
}

type Props = { setupCode: string; isDone: boolean; onOutcome: (outcome: RegisterOutcome) => void }

/** E-mail, password and password again; and the setup code while there is no owner yet and the server wants one. */
export function RegisterForm({ setupCode, isDone, onOutcome }: Props) {
  const { code_needed: isCodeNeeded } = useSetup()
  const checked = schemaResolver(SignUpForm, { sync: true })
  const form = useForm<Draft>({
    mode: 'uncontrolled',
    initialValues: { setup_code: setupCode, email: '', password: '', confirmPassword: '' },
    validate: ({ setup_code: code, ...account }) => ({
      ...(isCodeNeeded && code.trim() === '' ? { setup_code: messages.security.setupCodeNeeded } : {}),
      ...checked(account),
    }),
  })

  async function signUp(draft: Draft) {
    const { email, password, setup_code: code } = draft
    onOutcome({})
    try {
      const { message } = await session.signUp({ email, password, ...(isCodeNeeded ? { setup_code: code.trim() } : {}) })
      onOutcome({ said: message })
    } catch (error) {
      const mistakes = mistakesIn(error, draft)
      if (!mistakes) return onOutcome({ refused: say(error, messages.auth.signUpFailed) })
      form.setErrors(mistakes)
      focusFirst(form)(mistakes)
    }
  }

  const password = { size: 'md', mt: 'sm', autoComplete: 'new-password' } as const
  return (
    <form noValidate onSubmit={form.onSubmit(signUp, focusFirst(form))}>
      {isCodeNeeded && (
        <TextInput
          label="Setup code"
          description={messages.security.setupCodeHint}
          size="md"
          mb="sm"
          autoComplete="off"
          spellCheck={false}
          key={form.key('setup_code')}
          {...form.getInputProps('setup_code')}
        />
      )}
      <TextInput label="Email" type="email" size="md" autoComplete="username" key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordField label="Password" {...password} key={form.key('password')} {...form.getInputProps('password')} />
      <PasswordField label="Confirm password" {...password} key={form.key('confirmPassword')} {...form.getInputProps('confirmPassword')} />
      <Button type="submit" size="md" mt="lg" fullWidth loading={form.submitting} disabled={isDone}>
        Create account
      </Button>
    </form>
  )
}
