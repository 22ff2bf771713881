import { Button, Code, Text } from '@mantine/core'
import { Banner } from '#client/ui/banner.tsx'
import { destinationFormMessages } from '#shared/destination-form-messages.ts'

type Props = {
  /** The fingerprint that the server showed in the test. */
  shown: string
  /** The confirmed one; null for a server that is new. */
  confirmed: string | null
  isBusy: boolean
  onConfirm: () => void
}

/** Asks whether the key of a server is the right one. Nothing is delivered before somebody says so. */
export function HostKey({ shown, confirmed, isBusy, onConfirm }: Props) {
  const isNew = confirmed === null
  return (
    <Banner
      kind={isNew ? 'note' : 'error'}
      mt="xs"
      title={isNew ? destinationFormMessages.hostKeyQuestion : destinationFormMessages.hostKeyChanged}
    >
      <Text size="sm">{isNew ? destinationFormMessages.hostKeyCompare : destinationFormMessages.hostKeyAsk}</Text>
      <Text size="sm" mt={6}>
        Fingerprint: <Code>{shown}</Code>
      </Text>
      {!isNew && (
        <Text size="sm" mt={6}>
          Confirmed before: <Code>{confirmed}</Code>
        </Text>
      )}
      <Button size="xs" mt="sm" variant={isNew ? 'filled' : 'default'} loading={isBusy} onClick={onConfirm}>
        {isNew ? 'Confirm this key' : 'Confirm the new key'}
      </Button>
    </Banner>
  )
}
