import { useForm } from '@mantine/form'
import { useState } from 'react'
import { say } from '#client/failure.ts'
import { account } from '#client/session/account.ts'
import { CodeField } from '#client/ui/code-field.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { ReauthenticateRequest } from '#shared/second-factor.ts'

export type Proof = 'password' | 'code'

const needed = { password: messages.auth.passwordNeeded, code: messages.security.codeNeeded }
const requestOf = (proof: Proof, typed: string) => (proof === 'code' ? { code: typed } : { password: typed })

type Props = { proof: Proof; onProved: () => void; onCancel: () => void }

/** A form with one field for a typed proof. */
export function ProofForm({ proof, onProved, onCancel }: Props) {
  const [refused, setRefused] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { typed: '' },
    validate: { typed: (typed) => (ReauthenticateRequest.safeParse(requestOf(proof, typed)).success ? null : needed[proof]) },
  })

  async function prove({ typed }: { typed: string }) {
    setRefused(undefined)
    try {
      await account.reauthenticate(requestOf(proof, typed))
      onProved()
    } catch (error) {
      if (error instanceof AppError && (error.code === 'WRONG_PASSWORD' || error.code === 'WRONG_CODE')) {
        form.setErrors({ typed: error.message })
        form.getInputNode('typed')?.focus()
      } else setRefused(say(error))
    }
  }

  const field = { 'data-autofocus': true, autoFocus: true, key: form.key('typed'), ...form.getInputProps('typed') }
  return (
    <form noValidate onSubmit={form.onSubmit(prove, focusFirst(form))}>
      {proof === 'password' ? (
        <PasswordField label="Password" autoComplete="current-password" {...field} />
      ) : (
        <CodeField label="Authenticator code or recovery code" {...field} />
      )}
      <FormFoot failure={refused} submit="Confirm" isBusy={form.submitting} onCancel={onCancel} />
    </form>
  )
}
