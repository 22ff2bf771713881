import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { fieldErrors, say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { messages } from '#shared/messages.ts'
import { PasswordResetForm } from '#shared/session.ts'

type Props = { token: string; onSaved: () => void; /** Another way on. */ children?: ReactNode }

/** The form for a new password, by the secret of a link. */
export function NewPassword({ token, onSaved, children }: Props) {
  const [refused, setRefused] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmPassword: '' },
    validate: schemaResolver(PasswordResetForm, { sync: true }),
  })

  async function save({ password }: { password: string }) {
    setRefused(undefined)
    try {
      await session.resetPassword({ token, password })
      onSaved()
    } catch (error) {
      const mistakes = fieldErrors(error, ['password'])
      if (mistakes) form.setErrors(mistakes)
      else setRefused(say(error, messages.auth.passwordFailed))
    }
  }

  const input = { size: 'md', autoComplete: 'new-password' } as const
  return (
    <>
      {refused && <Banner kind="error">{refused}</Banner>}
      <form noValidate onSubmit={form.onSubmit(save, focusFirst(form))}>
        <PasswordField label="New password" {...input} key={form.key('password')} {...form.getInputProps('password')} />
        <PasswordField
          label="Confirm password"
          mt="sm"
          {...input}
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
        <Button type="submit" size="md" mt="lg" fullWidth loading={form.submitting}>
          Save password
        </Button>
        {children}
      </form>
    </>
  )
}
