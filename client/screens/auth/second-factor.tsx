import { Anchor, Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isSignedOut, say } from '#client/failure.ts'
import { session } from '#client/session/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { CodeField } from '#client/ui/code-field.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { FactorCode } from '#shared/second-factor.ts'
import { AuthCard } from './auth-card.tsx'

type Props = {
  ticket: string
  onSignedIn: () => void
  /** Goes back to the password step and shows the sentence there. */
  onBack: (sentence?: string) => void
}

const isExpired = (error: unknown) => isSignedOut(error) || (error instanceof AppError && error.code === 'LINK_INVALID')

/** The second step of signing in: the code that goes with the ticket of the first one. */
export function SecondFactorForm({ ticket, onSignedIn, onBack }: Props) {
  const [refused, setRefused] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (code) => (FactorCode.safeParse(code).success ? null : messages.security.codeNeeded) },
  })

  async function verify({ code }: { code: string }) {
    setRefused(undefined)
    try {
      await session.verifySecondFactor({ ticket, code })
      onSignedIn()
    } catch (error) {
      if (isExpired(error)) return onBack(messages.security.ticketExpired)
      if (error instanceof AppError && error.code === 'WRONG_CODE') {
        form.setErrors({ code: say(error) })
        form.getInputNode('code')?.focus()
      } else setRefused(say(error, messages.security.verifyFailed))
    }
  }

  return (
    <AuthCard
      title="Second factor"
      subtitle="Enter the code from your authenticator app, or one of your recovery codes"
      footer={
        <Anchor component="button" type="button" inherit underline="always" onClick={() => onBack()}>
          Back to sign in
        </Anchor>
      }
    >
      {refused && <Banner kind="error">{refused}</Banner>}
      <form noValidate onSubmit={form.onSubmit(verify, focusFirst(form))}>
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the step before ended with a press of its button, and this is the next field */}
        <CodeField label="Authenticator code or recovery code" size="md" autoFocus key={form.key('code')} {...form.getInputProps('code')} />
        <Button type="submit" size="md" mt="lg" fullWidth loading={form.submitting}>
          Sign in
        </Button>
      </form>
    </AuthCard>
  )
}
