import { Button, Group, Text } from '@mantine/core'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { messages } from '#shared/messages.ts'
import type { Webhook } from '#shared/webhooks.ts'
import { TestOutcome } from './test-outcome.tsx'
import { eventLabels, webhookFormatLabels, webhookState, storesInWords } from './webhook-words.ts'
import classes from './webhooks.module.css'

/** The dialogs about one webhook, and the labels of the buttons that open them. */
const dialogs = { deliveries: 'Deliveries', edit: 'Edit', secret: 'Replace secret', remove: 'Delete' } as const
export type WebhookDialog = keyof typeof dialogs

type ActionProps = { label: string; of: string; isBusy?: boolean; onClick: () => void }

function Action({ label, of, isBusy = false, onClick }: ActionProps) {
  return (
    <Button variant="default" size="xs" aria-label={`${label}: ${of}`} loading={isBusy} onClick={onClick}>
      {label}
    </Button>
  )
}

type Props = { webhook: Webhook; stores: ReadonlyMap<string, string>; onOpen: (dialog: WebhookDialog) => void }

/** A webhook, with what can be done about it. The outcome of a test stands below. */
export function WebhookEntry({ webhook, stores, onOpen }: Props) {
  const { id, name, url, format, events, storeIds, active } = webhook
  const test = api.settings.webhooks.test.useMutation()
  const update = api.settings.webhooks.update.useMutation({ onSuccess: () => cache.settings.webhooks.list.invalidate() })
  const opener = (dialog: WebhookDialog) => <Action label={dialogs[dialog]} of={name} onClick={() => onOpen(dialog)} />
  return (
    <li className={classes.entry}>
      <Group gap="xs">
        <Text fw={550}>{name}</Text>
        <StateBadge {...webhookState(webhook)} />
      </Group>
      <Text size="sm">{url}</Text>
      <Text c="dimmed" size="sm">
        {webhookFormatLabels[format]} · {events.map((type) => eventLabels[type]).join(', ')} · {storesInWords(storeIds, stores)}
      </Text>
      <Group gap={6} mt="xs">
        <Action label="Send a test" of={name} isBusy={test.isPending} onClick={() => test.mutate({ id })} />
        {opener('deliveries')}
        {opener('edit')}
        <Action
          label={active ? 'Switch off' : 'Switch on'}
          of={name}
          isBusy={update.isPending}
          onClick={() => update.mutate({ id, active: !active })}
        />
        {format === 'standard' && opener('secret')}
        {opener('remove')}
      </Group>
      {test.data && <TestOutcome delivery={test.data.delivery} />}
      {test.error && (
        <Banner kind="error" mt="xs">
          {say(test.error, messages.webhooks.testFailed)}
        </Banner>
      )}
      {update.error && (
        <Banner kind="error" mt="xs">
          {say(update.error, messages.webhooks.saveFailed)}
        </Banner>
      )}
    </li>
  )
}
