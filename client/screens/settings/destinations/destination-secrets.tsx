import { Button, Group, Radio, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { PasswordField } from '#client/ui/password-field.tsx'
import { destinationFormMessages } from '#shared/destination-form-messages.ts'
import type { DestinationDraft } from './destination-draft.ts'

type Props = {
  form: UseFormReturnType<DestinationDraft>
  /** The destination is saved, so that an empty secret keeps its own. */
  isSaved: boolean
}

const keepHint = (isSaved: boolean) => (isSaved ? destinationFormMessages.keepHint : undefined)
const shared = { autoComplete: 'off', mt: 'md' } as const

/** A password or a private key. */
export function SftpCredentials({ form, isSaved }: Props) {
  const { signIn } = form.values
  return (
    <>
      <Radio.Group label="Sign in with" mt="md" {...form.getInputProps('signIn')}>
        <Group mt={4} gap="lg">
          <Radio value="password" label="Password" />
          <Radio value="key" label="Private key" />
        </Group>
      </Radio.Group>
      {signIn === 'password' ? (
        <PasswordField
          label="Password"
          description={keepHint(isSaved)}
          required={!isSaved}
          {...shared}
          {...form.getInputProps('password')}
        />
      ) : (
        <>
          <Textarea
            label="Private key"
            description={isSaved ? destinationFormMessages.keepHint : destinationFormMessages.privateKeyHint}
            placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
            required={!isSaved}
            rows={5}
            spellCheck={false}
            {...shared}
            {...form.getInputProps('privateKey')}
          />
          <PasswordField label="Passphrase of the key" description="If it has one" {...shared} {...form.getInputProps('passphrase')} />
        </>
      )}
    </>
  )
}

export function SecretAccessKey({ form, isSaved }: Props) {
  return (
    <PasswordField
      label="Secret access key"
      description={keepHint(isSaved)}
      required={!isSaved}
      {...shared}
      {...form.getInputProps('secretAccessKey')}
    />
  )
}

/** A new key of 32 bytes, in the form of Standard Webhooks. */
function newSigningKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return `whsec_${btoa(String.fromCodePoint(...bytes))}`
}

/** The key that signs. The program needs the same one, so that a new key can be copied. */
export function SigningKey({ form, isSaved }: Props) {
  const { signingKey } = form.values
  return (
    <>
      <PasswordField
        label="Signing key"
        description={isSaved ? destinationFormMessages.keepHint : destinationFormMessages.signingKeyHint}
        placeholder="whsec_…"
        required={!isSaved}
        {...shared}
        {...form.getInputProps('signingKey')}
      />
      <Group gap="xs" mt="xs">
        <Button variant="default" size="xs" onClick={() => form.setFieldValue('signingKey', newSigningKey())}>
          Make a key
        </Button>
        {signingKey !== '' && <CopyButton value={signingKey} label="Copy key" variant="default" size="xs" />}
      </Group>
    </>
  )
}
