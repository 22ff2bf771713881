import type { Vault } from '#server/stores/vault.ts'
import type { WebhookRow } from './repo.ts'
import { newSecret } from './signature.ts'

/** The binding of a webhook's encrypted secrets to its row. */
export const webhookBinding = (id: string) => `webhooks|${id}|secret`

/** A new secret, and the same encrypted. */
export function makeSecret(vault: Vault, id: string): { secret: string; sealed: string } {
  const secret = newSecret()
  return { secret, sealed: vault.seal(secret, webhookBinding(id)) }
}

/** The secrets that sign now: the present one, and its predecessor until its time is over. */
export function signingSecrets(
  vault: Vault,
  row: Pick<WebhookRow, 'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'>,
  now: number,
) {
  const { id, secret, previousSecret, previousSecretUntil } = row
  const previous = previousSecret !== null && previousSecretUntil !== null && previousSecretUntil.getTime() > now ? [previousSecret] : []
  return [secret, ...previous].map((sealed) => vault.open(sealed, webhookBinding(id)))
}
