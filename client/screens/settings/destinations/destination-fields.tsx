import { Checkbox, NativeSelect, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import type { DestinationKind } from '#shared/delivery.ts'
import { destinationFormMessages } from '#shared/destination-form-messages.ts'
import type { WhenTaken } from '#shared/destinations.ts'
import type { DestinationDraft } from './destination-draft.ts'
import { SecretAccessKey, SftpCredentials, SigningKey } from './destination-secrets.tsx'

type Props = { form: UseFormReturnType<DestinationDraft>; isSaved: boolean }

const takenLabels: Record<WhenTaken, string> = { number: 'Add a number to the name', replace: 'Replace the other file' }
const takenChoices = Object.entries(takenLabels).map(([value, label]) => ({ value, label }))
const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

function Place({ form }: Pick<Props, 'form'>) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md" spacing="md" verticalSpacing="md">
      <TextInput label="Folder" placeholder="reports/orders" {...typed} {...form.getInputProps('folder')} />
      <NativeSelect label="If a file has the name already" data={takenChoices} {...form.getInputProps('whenTaken')} />
    </SimpleGrid>
  )
}

function S3({ form, isSaved }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md" spacing="md" verticalSpacing="md">
        <TextInput label="Bucket" required {...typed} {...form.getInputProps('bucket')} />
        <TextInput label="Region" required {...typed} {...form.getInputProps('region')} />
      </SimpleGrid>
      <TextInput
        label="Address of the storage"
        description={destinationFormMessages.endpointHint}
        placeholder="https://"
        type="url"
        mt="md"
        {...typed}
        {...form.getInputProps('endpoint')}
      />
      {form.values.endpoint.trim() !== '' && (
        <Checkbox
          label="The bucket is part of the path"
          description={destinationFormMessages.pathStyleHint}
          mt="sm"
          {...form.getInputProps('pathStyle', { type: 'checkbox' })}
        />
      )}
      <Place form={form} />
      <TextInput label="Access key ID" required mt="md" {...typed} {...form.getInputProps('accessKeyId')} />
      <SecretAccessKey form={form} isSaved={isSaved} />
    </>
  )
}

function Sftp({ form, isSaved }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md" spacing="md" verticalSpacing="md">
        <TextInput label="Host" placeholder="sftp.example.com" required {...typed} {...form.getInputProps('host')} />
        <TextInput label="Port" required inputMode="numeric" {...typed} {...form.getInputProps('port')} />
      </SimpleGrid>
      <TextInput label="User name" required mt="md" {...typed} {...form.getInputProps('username')} />
      <SftpCredentials form={form} isSaved={isSaved} />
      <Place form={form} />
      {!isSaved && (
        <Text size="sm" c="dimmed" mt="md">
          {destinationFormMessages.hostKeyAhead}
        </Text>
      )}
    </>
  )
}

function Email({ form }: Props) {
  return (
    <Textarea
      label="E-mail addresses"
      description={destinationFormMessages.emailHint}
      placeholder="accounts@example.com"
      required
      rows={3}
      mt="md"
      {...typed}
      {...form.getInputProps('to')}
    />
  )
}

function Webhook({ form, isSaved }: Props) {
  return (
    <>
      <TextInput
        label="Address"
        description={destinationFormMessages.webhookHint}
        placeholder="https://"
        type="url"
        required
        mt="md"
        {...typed}
        {...form.getInputProps('url')}
      />
      <SigningKey form={form} isSaved={isSaved} />
    </>
  )
}

function Sheet({ form }: Props) {
  return (
    <>
      <TextInput
        label="Spreadsheet URL"
        description={destinationFormMessages.sheetHint}
        placeholder="https://docs.google.com/spreadsheets/d/..."
        inputMode="url"
        required
        mt="md"
        {...typed}
        {...form.getInputProps('sheetUrl')}
      />
      <Checkbox
        label="Exports may replace and update its sheets"
        description={destinationFormMessages.mayChangeHint}
        mt="sm"
        {...form.getInputProps('mayChange', { type: 'checkbox' })}
      />
    </>
  )
}

const fieldsOf: Record<DestinationKind, (props: Props) => ReactNode> = { s3: S3, sftp: Sftp, email: Email, webhook: Webhook, sheet: Sheet }

/** The fields of the chosen kind. */
export function DestinationFields({ form, isSaved }: Props) {
  const Fields = fieldsOf[form.values.kind]
  return <Fields form={form} isSaved={isSaved} />
}
