import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import type { OutboundAnswer } from './outbound.ts'
import type { DeliveryRow } from './deliveries-repo.ts'
import type { WebhookRow } from './repo.ts'
import { signingSecrets } from './secrets.ts'
import { signedHeaders } from './signature.ts'

type Sent = OutboundAnswer & { durationMs: number }

/** Sends a delivery once, signed at this moment. Failures of the receiver are answers, too. */
export async function attempt(
  { outbound, vault, now, clock }: Pick<Deps, 'outbound' | 'vault' | 'now' | 'clock'>,
  webhook: WebhookRow,
  { eventId, body }: Pick<DeliveryRow, 'eventId' | 'body'>,
  attemptMs: number = limits.webhooks.attemptMs,
): Promise<Sent> {
  const headers = signedHeaders(signingSecrets(vault, webhook, now()), eventId, now(), body)
  const begunAt = clock.now()
  const answer = await outbound.post(webhook.url, { headers, body, signal: clock.deadline(attemptMs) })
  return { ...answer, durationMs: Math.round(clock.now() - begunAt) }
}
