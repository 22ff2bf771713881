import { Button, Group, Text } from '@mantine/core'
import { api, queryClient } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { localTime } from '#client/format/local-time.ts'
import { counted } from '#client/format/words.ts'
import { Banner } from '#client/ui/banner.tsx'
import { StateBadge } from '#client/ui/state-badge.tsx'
import { messages } from '#shared/messages.ts'
import type { WebhookDelivery } from '#shared/webhooks.ts'
import classes from './webhooks.module.css'
import { deliveryStates, eventLabels, outcomeInWords } from './webhook-words.ts'

/** The key of the query for a webhook's deliveries. */
export const deliveriesKey = (webhookId: string) => ['deliveries', webhookId]

/** A delivery: how it went, what was sent, and a way to send it again once it has ended. */
export function DeliveryEntry({ webhookId, delivery }: { webhookId: string; delivery: WebhookDelivery }) {
  const { id, type, status, attempts, createdAt, body } = delivery
  const again = api.settings.webhooks.redeliver.useMutation({
    onSuccess: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(webhookId) }),
  })
  const what = `${eventLabels[type]}, ${localTime(createdAt)}`
  return (
    <li className={classes.entry}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={550}>{eventLabels[type]}</Text>
          <StateBadge {...deliveryStates[status]} />
        </Group>
        {status !== 'waiting' && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Send again: ${what}`}
            loading={again.isPending}
            onClick={() => again.mutate({ id: webhookId, deliveryId: id })}
          >
            Send again
          </Button>
        )}
      </Group>
      <Text c="dimmed" size="sm">
        {[localTime(createdAt), counted(attempts, 'attempt'), outcomeInWords(delivery)].filter(Boolean).join(' · ')}
      </Text>
      <details className={classes.body}>
        <summary>Body</summary>
        <pre>{body}</pre>
      </details>
      {again.error && (
        <Banner kind="error" mt="xs">
          {say(again.error, messages.webhooks.resendFailed)}
        </Banner>
      )}
    </li>
  )
}
