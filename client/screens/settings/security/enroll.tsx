import { Skeleton, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { lazy, Suspense, useState } from 'react'
import { say } from '#client/failure.ts'
import { account } from '#client/session/account.ts'
import { CodeField } from '#client/ui/code-field.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormFoot } from '#client/ui/form-foot.tsx'
import { focusFirst } from '#client/ui/form.ts'
import { messages } from '#shared/messages.ts'
import { FactorCode, type SecondFactorEnrollResponse } from '#shared/second-factor.ts'
import classes from './security.module.css'

// Loaded on demand: only this dialog needs the QR code library.
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** The secret in groups of four, for typing. The copied text has no spaces. */
function Secret({ value }: { value: string }) {
  return (
    <div className={classes.secret}>
      <div>
        <Text fw={550} size="sm">
          Secret
        </Text>
        <code>{value.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
      </div>
      <CopyButton value={value} size="xs" variant="default" />
    </div>
  )
}

type Props = { enrollment: SecondFactorEnrollResponse; onConfirmed: (recoveryCodes: string[]) => void; onClose: () => void }

/** The modal that shows the secret for an authenticator app and asks for the app's first code. */
export function Enroll({ enrollment: { totp_uri: uri, secret }, onConfirmed, onClose }: Props) {
  const [refused, setRefused] = useState<string>()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: { code: (code) => (FactorCode.safeParse(code).success ? null : messages.security.codeNeeded) },
  })

  async function confirm({ code }: { code: string }) {
    setRefused(undefined)
    try {
      onConfirmed(await account.confirmSecondFactor(code))
    } catch (error) {
      setRefused(say(error, messages.security.factorFailed))
      form.getInputNode('code')?.focus()
    }
  }

  return (
    <Dialog onClose={onClose} title="Set up a second factor" closeOnClickOutside={false}>
      <Text size="md">Scan this with your authenticator app, or type the secret into it.</Text>
      <Suspense fallback={<Skeleton className={classes.qr ?? ''} />}>
        <QrCode text={uri} label="QR code with the secret for your authenticator app" />
      </Suspense>
      <Secret value={secret} />
      <form noValidate onSubmit={form.onSubmit(confirm, focusFirst(form))}>
        <CodeField
          label="Code from the app"
          mt="md"
          inputMode="numeric"
          data-autofocus
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <FormFoot failure={refused} submit="Switch on" isBusy={form.submitting} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
