import { messages } from '#shared/messages.ts'
import { traits, type CredentialKind, type Platform, type SecretField } from '#shared/platforms.ts'
import { normalizeDomain, onlySecrets, StoreCreateRequest, StoreUpdateRequest, type Store } from '#shared/stores.ts'

/** The store form as it stands: text as typed, and the secrets of every platform, of which only the chosen credential's are sent. */
export type StoreDraft = {
  name: string
  platform: Platform
  domain: string
  active: boolean
  locationId: string
  currency: string
  timezone: string
  credential: CredentialKind
} & Record<SecretField, string>

const noSecrets: Record<SecretField, string> = { token: '', clientId: '', clientSecret: '', apiKey: '', apiPassword: '' }

/** What may be kept of a draft. */
export const withoutSecrets = (draft: StoreDraft): StoreDraft => ({ ...draft, ...noSecrets })

/** Currency and time zone are the shop's own where nobody enters others. */
export function newStoreDraft(platform: Platform): StoreDraft {
  const credential = traits[platform].credentials[0].kind
  return { name: '', platform, domain: '', active: true, locationId: '', currency: '', timezone: '', credential, ...noSecrets }
}

/** The store's fields for editing. Its secrets never come back from the server: empty ones mean "keep". */
export function storeDraftOf({ name, platform, domain, active, locationId, currency, timezone, credential }: Store): StoreDraft {
  return { name, platform, domain, active, locationId: locationId ?? '', currency, timezone, credential, ...noSecrets }
}

/** Another platform has other credentials; what was typed for the first one stays in the draft and is not sent. */
export const withPlatform = (draft: StoreDraft, platform: Platform): StoreDraft => ({
  ...draft,
  platform,
  credential: traits[platform].credentials[0].kind,
})

export const secretsOf = ({ platform, credential }: StoreDraft): readonly SecretField[] =>
  traits[platform].credentials.find(({ kind }) => kind === credential)?.secrets ?? []

/** What is sent: the place only where the platform has places, and no secrets but those given for the chosen credential. */
export function requestOf(draft: StoreDraft) {
  const { name, platform, domain, active, currency, timezone } = draft
  const locationId = traits[platform].hasLocation ? draft.locationId : ''
  const fields = { name, platform, domain, active, currency, timezone, locationId: locationId.trim() || null }
  return { ...fields, ...onlySecrets(draft, secretsOf(draft)) }
}

/** The same for a new store: what the shop is to fill in is left out. */
export function createRequestOf(draft: StoreDraft) {
  const { currency, timezone, ...request } = requestOf(draft)
  return { ...request, ...(currency && { currency }), ...(timezone && { timezone }), fillFromShop: true }
}

/** Stored secrets are good for one address and one way in; elsewhere they must be given anew. */
export function needsSecrets(draft: StoreDraft, store: Store | null): boolean {
  if (store === null || draft.platform !== store.platform || draft.credential !== store.credential) return true
  return secretsOf(draft).some((field) => draft[field] !== '') || normalizeDomain(draft.platform, draft.domain) !== store.domain
}

function missingSecrets(draft: StoreDraft, store: Store | null): Record<string, string> {
  if (!needsSecrets(draft, store)) return {}
  const hasMoved = store !== null && secretsOf(draft).every((field) => draft[field] === '')
  const sentence = (field: SecretField) => (hasMoved ? messages.stores.reenterCredentials : messages.stores.secretNeeded[field])
  return Object.fromEntries(secretsOf(draft).flatMap((field) => (draft[field] === '' ? [[field, sentence(field)]] : [])))
}

function wrongDomain({ platform, domain }: StoreDraft): Record<string, string> {
  if (domain.trim() === '') return { domain: messages.stores.domainNeeded }
  return normalizeDomain(platform, domain) === null ? { domain: messages.stores.domainInvalid(traits[platform].hostSuffix) } : {}
}

/** What is wrong with the draft, by field; the server's own schemas judge. `store` is the one being edited. */
export function mistakesIn(draft: StoreDraft, store: Store | null): Record<string, string> {
  const { error } = store
    ? StoreUpdateRequest.safeParse({ id: store.id, ...requestOf(draft) })
    : StoreCreateRequest.safeParse(createRequestOf(draft))
  const issues = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const)
  return { ...Object.fromEntries(issues), ...wrongDomain(draft), ...missingSecrets(draft, store) }
}
