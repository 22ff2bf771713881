import { Button, Group, Text } from '@mantine/core'
import { useRef, type Ref } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { destinationFormMessages } from '#shared/destination-form-messages.ts'
import { destinationKindLabels } from '#shared/destination-messages.ts'
import type { Destination } from '#shared/destinations.ts'
import { kindIcons, lacksHostKey, whereInWords } from './destination-words.ts'
import classes from './destinations.module.css'
import { HostKey } from './host-key.tsx'
import { DestinationTestOutcome } from './destination-test-outcome.tsx'

/** The dialogs about one destination, and the labels of the buttons that open them. */
const dialogs = { edit: 'Edit', remove: 'Delete' } as const
export type DestinationDialog = keyof typeof dialogs

type ActionProps = { label: string; of: string; isBusy?: boolean; ref?: Ref<HTMLButtonElement>; onClick: () => void }

function Action({ label, of, isBusy = false, ref, onClick }: ActionProps) {
  return (
    <Button ref={ref} variant="default" size="xs" aria-label={`${label}: ${of}`} loading={isBusy} onClick={onClick}>
      {label}
    </Button>
  )
}

type Props = { destination: Destination; onOpen: (dialog: DestinationDialog) => void }

/** A destination, with what can be done about it. The outcome of a test stands below, with the key that a server showed. */
export function DestinationEntry({ destination, onOpen }: Props) {
  const { id, name, kind, settings } = destination
  const testButton = useRef<HTMLButtonElement>(null)
  const test = api.settings.destinations.test.useMutation()
  const update = api.settings.destinations.update.useMutation({
    onSuccess: async () => {
      await cache.settings.destinations.list.invalidate()
      // The button that was pressed is gone.
      testButton.current?.focus()
      test.mutate({ id })
    },
  })
  const confirmedKey = kind === 'sftp' ? (settings?.hostKey ?? null) : null
  const KindIcon = kindIcons[kind]
  const outcome = test.data
  const isKeyAsked = outcome?.failure === 'HOST_KEY_UNKNOWN' || outcome?.failure === 'HOST_KEY_CHANGED'
  const shownKey = isKeyAsked ? outcome.hostKey : null
  return (
    <li className={classes.entry}>
      <Group gap="xs">
        <KindIcon size={18} stroke={1.6} aria-hidden />
        <Text fw={550}>{name}</Text>
        <Text c="dimmed" size="sm">
          {destinationKindLabels[kind]}
        </Text>
        {lacksHostKey(destination) && <StateBadge label="Key not confirmed" color="orange" />}
      </Group>
      <Text size="sm" mt={2}>
        <bdi>{whereInWords(destination)}</bdi>
      </Text>
      {confirmedKey !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          Key {confirmedKey}
        </Text>
      )}
      <Group gap={6} mt="xs">
        <Action ref={testButton} label="Test" of={name} isBusy={test.isPending} onClick={() => test.mutate({ id })} />
        <Action label={dialogs.edit} of={name} onClick={() => onOpen('edit')} />
        <Action label={dialogs.remove} of={name} onClick={() => onOpen('remove')} />
      </Group>
      {shownKey !== null && kind === 'sftp' && settings !== null && (
        <HostKey
          shown={shownKey}
          confirmed={confirmedKey}
          isBusy={update.isPending}
          onConfirm={() => update.mutate({ id, name, kind, settings: { ...settings, hostKey: shownKey } })}
        />
      )}
      {outcome && shownKey === null && <DestinationTestOutcome outcome={outcome} kind={kind} />}
      {test.error && (
        <Banner kind="error" mt="xs">
          {say(test.error, destinationFormMessages.testFailed)}
        </Banner>
      )}
      {update.error && (
        <Banner kind="error" mt="xs">
          {say(update.error, destinationFormMessages.saveFailed)}
        </Banner>
      )}
    </li>
  )
}
