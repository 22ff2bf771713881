import { messages } from '#shared/messages.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import { traits, type CredentialKind, type Platform, type SecretField } from '#shared/platforms.ts'
import { normalizeDomain, onlySecrets, StoreCreateRequest, StoreUpdateRequest, type Store } from '#shared/stores.ts'

/** The values of the store form. It has the secrets of all platforms, but only those of the chosen credential are sent. */
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

const noSecrets: Record<SecretField, string> = { token: '', clientId: '', clientSecret: '', apiKey: '', apiPassword: '', sharedSecret: '' }

/** The draft that may be kept in the browser: secrets may not. A client ID is none, as it is part of the address of each approval. */
export const withoutSecrets = (draft: StoreDraft): StoreDraft => ({ ...draft, ...noSecrets, clientId: draft.clientId })

/** Currency and time zone start empty: the shop's own apply unless the user enters others. */
export function newStoreDraft(platform: Platform): StoreDraft {
  const credential = traits[platform].credentials[0].kind
  return { name: '', platform, domain: '', active: true, locationId: '', currency: '', timezone: '', credential, ...noSecrets }
}

/** The draft for an existing store. The server never returns secrets. An empty secret means "keep". */
export function storeDraftOf({ name, platform, domain, active, locationId, currency, timezone, credential }: Store): StoreDraft {
  return { name, platform, domain, active, locationId: locationId ?? '', currency, timezone, credential, ...noSecrets }
}

/** Changes the platform and chooses its first credential. Secrets of the previous platform stay in the draft, but are not sent. */
export const withPlatform = (draft: StoreDraft, platform: Platform): StoreDraft => ({
  ...draft,
  platform,
  credential: traits[platform].credentials[0].kind,
})

export const secretsOf = ({ platform, credential }: StoreDraft): readonly SecretField[] =>
  traits[platform].credentials.find(({ kind }) => kind === credential)?.secrets ?? []

/** Secrets that the chosen credential may have besides. */
export const furtherSecretsOf = ({ platform, credential }: StoreDraft): readonly SecretField[] =>
  traits[platform].credentials.find(({ kind }) => kind === credential)?.further ?? []

/** The request for a draft. It has a location only if the platform has locations, and only the given secrets of the chosen credential. */
export function requestOf(draft: StoreDraft) {
  const { name, platform, domain, active, currency, timezone } = draft
  const locationId = traits[platform].hasLocation ? draft.locationId : ''
  const fields = { name, platform, domain, active, currency, timezone, locationId: locationId.trim() || null }
  return { ...fields, ...onlySecrets(draft, [...secretsOf(draft), ...furtherSecretsOf(draft)]) }
}

/** The request for a new store. Empty currency and time zone are left out, so that the shop's values apply. */
export function createRequestOf(draft: StoreDraft) {
  const { currency, timezone, ...request } = requestOf(draft)
  return { ...request, ...(currency && { currency }), ...(timezone && { timezone }), fillFromShop: true }
}

/** The request that begins to connect a new store by approval. */
export function connectRequestOf(draft: StoreDraft) {
  const { fillFromShop: _, ...request } = createRequestOf(draft)
  return { ...request, clientId: draft.clientId, clientSecret: draft.clientSecret }
}

/** The fields of a store that an approval leaves as they are. */
export function restOf({ name, active, locationId, currency, timezone }: StoreDraft) {
  return { name, active, currency, timezone, locationId: locationId.trim() || null }
}

/** Whether saving the draft needs an approval in the shop: it brings new secrets for this kind of credential. */
export const isApprovedIn = (draft: StoreDraft, store: Store | null): boolean =>
  draft.credential === 'appGrant' && needsSecrets(draft, store)

/** Stored secrets apply to one platform, domain and credential. If one of these changes, the secrets must be entered again. */
export function needsSecrets(draft: StoreDraft, store: Store | null): boolean {
  if (store === null || draft.platform !== store.platform || draft.credential !== store.credential) return true
  return (
    [...secretsOf(draft), ...furtherSecretsOf(draft)].some((field) => draft[field] !== '') ||
    normalizeDomain(draft.platform, draft.domain) !== store.domain
  )
}

function missingSecrets(draft: StoreDraft, store: Store | null): Record<string, string> {
  if (!needsSecrets(draft, store)) return {}
  const hasMoved = store !== null && secretsOf(draft).every((field) => draft[field] === '')
  const sentence = (field: SecretField) => (hasMoved ? messages.stores.reenterCredentials : messages.stores.secretNeeded[field])
  return Object.fromEntries(secretsOf(draft).flatMap((field) => (draft[field] === '' ? [[field, sentence(field)]] : [])))
}

function wrongDomain(draft: StoreDraft, store: Store | null): Record<string, string> {
  const { platform, domain } = draft
  if (domain.trim() === '') return { domain: messages.stores.domainNeeded }
  const hasMoved = store !== null && normalizeDomain(platform, domain) !== store.domain
  if (hasMoved && draft.credential === 'appGrant') return { domain: connectMessages.approval.otherShop }
  return normalizeDomain(platform, domain) === null ? { domain: messages.stores.domainInvalid(traits[platform].hostSuffix) } : {}
}

/** The draft's mistakes by field, from the server's schemas. `store`: the edited store, null for a new one. */
export function mistakesIn(draft: StoreDraft, store: Store | null): Record<string, string> {
  const { error } = store
    ? StoreUpdateRequest.safeParse({ id: store.id, ...requestOf(draft) })
    : StoreCreateRequest.safeParse(createRequestOf(draft))
  const issues = (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message] as const)
  return { ...Object.fromEntries(issues), ...wrongDomain(draft, store), ...missingSecrets(draft, store) }
}
