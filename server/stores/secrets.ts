import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { messages } from '#shared/messages.ts'
import { credentialOf, onlySecrets, type StoreSecrets } from '#shared/stores.ts'
import type { Platform } from '#shared/platforms.ts'
import type { ShopDeps } from '#server/deps.ts'
import type { Granted } from '#server/platforms/approvals.ts'
import type { OnAnswer } from '#server/platforms/http.ts'
import type { AppOfShop, Connection } from '#server/platforms/port.ts'
import type { Vault } from '#server/stores/vault.ts'
import type { StoreRow } from '#server/stores/repo.ts'
import { tokenSourceOf } from '#server/stores/token-source.ts'
import { openTokens, sealTokens } from '#server/stores/tokens.ts'

const Secrets = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('accessToken'), token: z.string() }),
  z.object({ kind: z.literal('clientCredentials'), clientId: z.string(), clientSecret: z.string() }),
  z.object({ kind: z.literal('apiPassword'), apiKey: z.string(), apiPassword: z.string(), sharedSecret: z.string().optional() }),
  z.object({ kind: z.literal('appGrant'), clientId: z.string(), clientSecret: z.string() }),
])
type Secrets = z.infer<typeof Secrets>

/** The binding of a store's encrypted secrets to its row. */
export const boundTo = (storeId: string) => `stores|${storeId}|secrets`

/** The columns of a store that its credentials fill. They end a renewal of the tokens before. */
export type Sealed = Pick<StoreRow, 'credential' | 'secrets' | 'tokens' | 'renewingUntil'>

const sealed = (vault: Vault, storeId: string, secrets: Secrets): Sealed => ({
  credential: secrets.kind,
  secrets: vault.seal(JSON.stringify(secrets), boundTo(storeId)),
  tokens: null,
  renewingUntil: null,
})

type Held = Pick<StoreRow, 'id' | 'name' | 'secrets'>

/** Throws CREDENTIALS_NEEDED where no known APP_SECRET opens them: it was lost, and given up. */
function open(vault: Vault, { id, name, secrets }: Held): unknown {
  try {
    return JSON.parse(vault.open(secrets, boundTo(id)))
  } catch (cause) {
    throw new AppError('CREDENTIALS_NEEDED', messages.stores.credentialsLost(name), { cause })
  }
}

/** Encrypts the given secrets, together with the kind of credential they form. */
export function sealSecrets(vault: Vault, storeId: string, platform: Platform, given: StoreSecrets): Sealed {
  const credential = credentialOf(platform, given)
  if (!credential) throw new AppError('CREDENTIALS_NEEDED', messages.stores.reenterCredentials)
  return sealed(
    vault,
    storeId,
    Secrets.parse({ kind: credential.kind, ...onlySecrets(given, [...credential.secrets, ...(credential.further ?? [])]) }),
  )
}

/** Encrypts an approved app with its first tokens. @param now milliseconds since 1970 */
export function sealGranted(vault: Vault, storeId: string, { clientId, clientSecret }: AppOfShop, granted: Granted, now: number): Sealed {
  const app = sealed(vault, storeId, { kind: 'appGrant', clientId, clientSecret })
  return { ...app, tokens: sealTokens(vault, storeId, granted, now) }
}

const decoys = new WeakMap<Vault, Held>()

/** Secrets of no store. */
function decoyOf(vault: Vault): Held {
  const known = decoys.get(vault)
  if (known) return known
  const secrets = { kind: 'clientCredentials', clientId: randomUUID(), clientSecret: randomUUID() } as const
  const made = { id: '', name: '', secrets: sealed(vault, '', secrets).secrets }
  decoys.set(vault, made)
  return made
}

/** The app that a store is connected with. null where it has another kind of credentials. */
export function appOf(vault: Vault, store: StoreRow): AppOfShop | null {
  const secrets = Secrets.parse(open(vault, store))
  return 'clientId' in secrets ? { clientId: secrets.clientId, clientSecret: secrets.clientSecret } : null
}

/**
 * The secret that the store's shop signs its messages with. null where we do not have it. Whether there is a store or none takes the same time:
 * `decoy` is opened in its place.
 */
export function signingSecretOf(vault: Vault, store: StoreRow | null): string | null {
  const secrets = Secrets.parse(open(vault, store ?? decoyOf(vault)))
  if (!store) return null
  if ('clientSecret' in secrets) return secrets.clientSecret
  // Anybody can sign with an empty one.
  return ('sharedSecret' in secrets && secrets.sharedSecret) || null
}

const ofPlatform = {
  shopify: z.discriminatedUnion('kind', [Secrets.options[0], Secrets.options[1], Secrets.options[3]]),
  shopbase: Secrets.options[2],
}

/** Whether both rows have the same app at the same shop. */
const hasSameApp = (vault: Vault, store: StoreRow, app: AppOfShop) => (row: StoreRow) => {
  const { clientId, clientSecret } = appOf(vault, row) ?? {}
  return row.domain === store.domain && clientId === app.clientId && clientSecret === app.clientSecret
}

function shopifySecrets(deps: ShopDeps, store: StoreRow, onAnswer?: OnAnswer): Connection<'shopify'>['secrets'] {
  const secrets = ofPlatform.shopify.parse(open(deps.vault, store))
  if (secrets.kind !== 'appGrant') return secrets
  const tokens = store.tokens === null ? null : openTokens(deps.vault, store.id, store.tokens)
  return tokens?.endsAt === null
    ? { kind: 'accessToken', token: tokens.token }
    : { kind: 'appGrant', tokens: tokenSourceOf(deps, store, { app: secrets, isSame: hasSameApp(deps.vault, store, secrets), onAnswer }) }
}

/**
 * The data that a connector needs to call the store's shop. Only this function, `appOf` and `signingSecretOf` decrypt secrets. `onAnswer`: what follows the
 * shop's own calls hears of the renewals of its tokens, too.
 */
export function connectionTo(deps: ShopDeps, store: StoreRow, onAnswer?: OnAnswer): Connection {
  const { platform, name, domain } = store
  return platform === 'shopify'
    ? { platform, name, domain, secrets: shopifySecrets(deps, store, onAnswer) }
    : { platform, name, domain, secrets: ofPlatform.shopbase.parse(open(deps.vault, store)) }
}
