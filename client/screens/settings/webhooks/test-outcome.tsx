import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import type { WebhookDelivery } from '#shared/webhooks.ts'

/** How a test went. */
export function TestOutcome({ delivery: { failure, durationMs } }: { delivery: WebhookDelivery }) {
  return failure === null ? (
    <Banner kind="success" mt="xs">
      {messages.webhooks.delivered(durationMs ?? 0)}
    </Banner>
  ) : (
    <Banner kind="error" mt="xs" title={messages.webhooks.notDelivered}>
      {failure}
    </Banner>
  )
}
