import { Button, Fieldset, Group, Radio, SimpleGrid, Text } from '@mantine/core'
import { PasswordField } from '#client/ui/password-field.tsx'
import { GuideLink } from '#client/ui/guide-link.tsx'
import type { UseFormReturnType } from '@mantine/form'
import { CredentialKind, traits, type SecretField } from '#shared/platforms.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import type { Store } from '#shared/stores.ts'
import { AppSettings } from './app-settings.tsx'
import { ApproveAgain } from './approve-again.tsx'
import { PrivateAppGuide } from './private-app-guide.tsx'
import { furtherSecretsOf, needsSecrets, secretsOf, type StoreDraft } from './store-draft.ts'

const labels: Record<SecretField, string> = {
  token: 'Access token',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  apiKey: 'API key',
  apiPassword: 'API password',
  sharedSecret: 'Shared secret',
}

/** The kinds of credentials of an app, whose settings have to fit. */
const withSettings: ReadonlySet<CredentialKind> = new Set(['clientCredentials', 'appGrant'])

/** Whether the shop no longer accepts the saved credentials. The form then begins with new ones. */
export const isRefused = (store: Store | null): boolean => store?.state === 'refused'

/** A choice of the platform's credentials, and the secrets of the chosen one. */
export function CredentialFields({ form, store }: { form: UseFormReturnType<StoreDraft>; store: Store | null }) {
  const { platform, credential } = form.values
  const { credentials, label: platformLabel } = traits[platform]
  const areNeeded = needsSecrets(form.values, store)
  return (
    <Fieldset legend="Credentials" mt="lg">
      {credentials.length > 1 && (
        <Radio.Group
          aria-label="Kind of credentials"
          value={credential}
          error={form.errors['credential']}
          onChange={(kind) => form.setFieldValue('credential', CredentialKind.parse(kind))}
          mb="md"
        >
          <Group gap="lg">
            {credentials.map(({ kind, label }) => (
              <Radio key={kind} value={kind} label={label} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {form.errors['credential'] && credentials.some(({ kind }) => kind === 'appGrant') && credential !== 'appGrant' && (
        <Button variant="default" size="xs" mb="md" onClick={() => form.setFieldValue('credential', 'appGrant')}>
          {connectMessages.approval.use}
        </Button>
      )}
      {credential === 'appGrant' && areNeeded && (
        <Text c="dimmed" size="sm" mb="sm">
          {connectMessages.approval.hint}
        </Text>
      )}
      {!areNeeded && (
        <Text c="dimmed" size="sm" mb="sm">
          Leave empty to keep the saved value.
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        {secretsOf(form.values).map((field, index) => (
          <PasswordField
            key={field}
            label={labels[field]}
            required={areNeeded}
            autoComplete="new-password"
            data-autofocus={(isRefused(store) && index === 0) || undefined}
            {...form.getInputProps(field)}
          />
        ))}
        {furtherSecretsOf(form.values).map((field) => (
          <PasswordField
            key={field}
            label={labels[field]}
            description={connectMessages.sharedSecretHint}
            autoComplete="new-password"
            {...form.getInputProps(field)}
          />
        ))}
      </SimpleGrid>
      {store?.credential === 'appGrant' && !areNeeded && <ApproveAgain store={store} />}
      {credential === 'apiPassword' && <PrivateAppGuide />}
      {withSettings.has(credential) && <AppSettings isApproved={credential === 'appGrant'} />}
      <Text size="sm" mt="md">
        <GuideLink to={platform}>{connectMessages.guide(platformLabel)}</GuideLink>
      </Text>
    </Fieldset>
  )
}
