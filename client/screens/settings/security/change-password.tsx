import { Button, Text, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { fieldErrors, say } from '#client/failure.ts'
import { account } from '#client/session/account.ts'
import { Banner } from '#client/ui/banner.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { PasswordField } from '#client/ui/password-field.tsx'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { PasswordResetForm } from '#shared/session.ts'
import classes from '../settings.module.css'

const ChangeForm = PasswordResetForm.safeExtend({ current: z.string().min(1, messages.auth.passwordNeeded) })
type Draft = z.infer<typeof ChangeForm>

/** The error by field; `null` if it concerns no field. */
function mistakesIn(error: unknown): Record<string, string> | null {
  if (error instanceof AppError && error.code === 'WRONG_PASSWORD') return { current: error.message }
  return fieldErrors(error, ['password'])
}

/** The form for a new password. It asks for the current one. */
export function ChangePassword() {
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; sentence: string }>()
  const form = useForm<Draft>({
    mode: 'uncontrolled',
    initialValues: { current: '', password: '', confirmPassword: '' },
    validate: schemaResolver(ChangeForm, { sync: true }),
  })

  async function change({ current, password }: Draft) {
    setOutcome(undefined)
    try {
      await account.changePassword({ current_password: current, password })
      form.reset()
      setOutcome({ kind: 'success', sentence: messages.security.passwordChanged })
    } catch (error) {
      const mistakes = mistakesIn(error)
      if (!mistakes) return setOutcome({ kind: 'error', sentence: say(error, messages.security.passwordFailed) })
      form.setErrors(mistakes)
      focusFirst(form)(mistakes)
    }
  }

  const chosen = { autoComplete: 'new-password', mt: 'sm' } as const
  return (
    <section className={classes.panel} aria-labelledby="password">
      <Title order={2} id="password">
        Password
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        A change ends all other sessions that you have.
      </Text>
      <form noValidate onSubmit={form.onSubmit(change, focusFirst(form))}>
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          key={form.key('current')}
          {...form.getInputProps('current')}
        />
        <PasswordField label="New password" {...chosen} key={form.key('password')} {...form.getInputProps('password')} />
        <PasswordField label="Confirm password" {...chosen} key={form.key('confirmPassword')} {...form.getInputProps('confirmPassword')} />
        <Button type="submit" size="xs" mt="md" mb={outcome ? 'md' : 0} loading={form.submitting}>
          Change password
        </Button>
        {outcome && <Banner kind={outcome.kind}>{outcome.sentence}</Banner>}
      </form>
    </section>
  )
}
