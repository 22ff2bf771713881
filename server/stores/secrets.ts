import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { credentialOf, onlySecrets, type StoreSecrets } from '#shared/stores.ts'
import type { Platform } from '#shared/platforms.ts'
import type { Connection } from '#server/platforms/port.ts'
import type { Vault } from '#server/stores/vault.ts'
import type { StoreRow } from '#server/stores/repo.ts'

const Secrets = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accessToken'), token: z.string() }),
  z.object({ kind: z.literal('clientCredentials'), clientId: z.string(), clientSecret: z.string() }),
  z.object({ kind: z.literal('apiPassword'), apiKey: z.string(), apiPassword: z.string() }),
])

/** The binding of a store's encrypted secrets to its row. */
export const boundTo = (storeId: string) => `stores|${storeId}|secrets`

/** Encrypts the given secrets, together with the kind of credential they form. */
export function sealSecrets(vault: Vault, storeId: string, platform: Platform, given: StoreSecrets) {
  const credential = credentialOf(platform, given)
  if (!credential) throw new AppError('CREDENTIALS_NEEDED', messages.stores.reenterCredentials)
  const secrets = Secrets.parse({ kind: credential.kind, ...onlySecrets(given, credential.secrets) })
  return { credential: credential.kind, secrets: vault.seal(JSON.stringify(secrets), boundTo(storeId)) }
}

const ofPlatform = {
  shopify: z.union([Secrets.options[0], Secrets.options[1]]),
  shopbase: Secrets.options[2],
}

/** The data that a connector needs to call the store's shop. Only this function decrypts secrets. */
export function connectionTo(vault: Vault, { id, platform, name, domain, secrets }: StoreRow): Connection {
  const opened: unknown = JSON.parse(vault.open(secrets, boundTo(id)))
  return platform === 'shopify'
    ? { platform, name, domain, secrets: ofPlatform.shopify.parse(opened) }
    : { platform, name, domain, secrets: ofPlatform.shopbase.parse(opened) }
}
