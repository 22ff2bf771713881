import { z } from 'zod'
import { Permission } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Words } from '#shared/names.ts'
import { flag, NextCursor, optionalPage } from '#shared/paging.ts'
import { CredentialKind, Platform, secretFields, traits, type SecretField } from '#shared/platforms.ts'

export const StoreId = z.string().min(1).max(64)
/** The stores that a URL names. Empty: all that the person may read. */
export const NamedStores = z.array(StoreId).max(limits.assignments).default([]).catch([])

/** The outcome of the last call to the shop. Limited: the shop accepts the credentials, but withholds some data. */
export const StoreState = z.enum(['connected', 'limited', 'refused', 'unreachable'])
export type StoreState = z.infer<typeof StoreState>
/** The states in which a shop answers no calls. */
export const failingStates = ['refused', 'unreachable'] as const satisfies readonly StoreState[]

/** A store without its secrets, which never leave the server. */
export const Store = z.object({
  id: StoreId,
  name: z.string(),
  platform: Platform,
  domain: z.string(),
  active: z.boolean(),
  locationId: z.string().nullable(),
  currency: z.string(),
  timezone: z.string(),
  credential: CredentialKind,
  /** Null before the first call to the shop. */
  state: StoreState.nullable(),
  stateSince: z.iso.datetime().nullable(),
  /** What is limited, or why the shop refuses. */
  stateReason: z.string().nullable(),
})
export type Store = z.infer<typeof Store>

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The name of the shop in the address of its admin; null for any other text. */
function nameInAdmin(address: string, pattern: string): string | null {
  const [before = '', after = ''] = pattern.split('*')
  const isAdmin = address.startsWith(before) && address.endsWith(after) && address.length > before.length + after.length
  return isAdmin ? address.slice(before.length, address.length - after.length) : null
}

/**
 * The host of a shop from pasted text (upper case, scheme, a trailing slash, the address of its admin). `null` if it is not a public shop
 * of the platform, because the server must not be tricked into calling other hosts.
 */
export function normalizeDomain(platform: Platform, typed: string): string | null {
  const suffix = `.${traits[platform].hostSuffix}`
  const address = typed
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')
  const names = [`*${suffix}`, ...traits[platform].adminAddresses].map((pattern) => nameInAdmin(address, pattern))
  const shop = names.find((name) => name !== null && label.test(name) && !name.startsWith('xn--'))
  return shop === undefined || shop === null ? null : shop + suffix
}

export function isTimezone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const required = (message: string) => z.string().trim().min(1, message)
const mask = /^[*•.\s]+$/

/** Blanks around a pasted secret go. Empty means "keep" when a store is edited. A row of asterisks is rejected. */
export const Secret = z
  .string()
  .max(limits.secretLength)
  .trim()
  .refine((secret) => !mask.test(secret), messages.stores.secretInvalid)

const StoreSecrets = z
  .object({ token: Secret, clientId: Secret, clientSecret: Secret, apiKey: Secret, apiPassword: Secret, sharedSecret: Secret })
  .partial()
export type StoreSecrets = Partial<Record<SecretField, string | undefined>>

export const StoreFields = z.object({
  name: Words.min(1, messages.stores.nameNeeded),
  platform: Platform,
  domain: required(messages.stores.domainNeeded).max(300),
  active: z.boolean(),
  locationId: z.string().trim().max(100).nullable(),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .transform((currency) => currency || limits.defaultCurrency)
    .pipe(z.string().regex(/^[A-Z]{3}$/, messages.stores.currencyInvalid)),
  timezone: z
    .string()
    .trim()
    .transform((zone) => zone || limits.defaultTimezone)
    .refine(isTimezone, messages.stores.timezoneInvalid),
})

type Issues = { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void }

export function checkDomain({ platform, domain }: { platform: Platform; domain: string }, issues: Issues) {
  if (domain && normalizeDomain(platform, domain) === null)
    issues.addIssue({ code: 'custom', path: ['domain'], message: messages.stores.domainInvalid(traits[platform].hostSuffix) })
}

/** The credential whose secrets are all given; undefined if none is complete. */
export function credentialOf(platform: Platform, secrets: StoreSecrets) {
  return traits[platform].credentials.find((credential) => credential.secrets.every((field) => secrets[field]))
}

/** Whether any secret of this platform is given. When a store is edited, none means "keep the stored ones". */
export function givesSecrets(platform: Platform, secrets: StoreSecrets): boolean {
  return traits[platform].credentials.some((credential) =>
    [...credential.secrets, ...(credential.further ?? [])].some((field) => secrets[field]),
  )
}

/** Reports each missing secret of the partly given credential, or else of the platform's first one. */
export function checkSecrets(request: StoreSecrets & { platform: Platform }, issues: Issues) {
  if (credentialOf(request.platform, request)) return
  const { credentials } = traits[request.platform]
  const begun = credentials.find((credential) => credential.secrets.some((field) => request[field])) ?? credentials[0]
  for (const field of begun.secrets)
    if (!request[field]) issues.addIssue({ code: 'custom', path: [field], message: messages.stores.secretNeeded[field] })
}

const AllowUnreachable = z.boolean().describe('Saves the store although its shop cannot be reached for the test of its credentials.')

/** For a person who decides with the list in view. */
export const RefuseIfLimited = z
  .boolean()
  .describe('Saves nothing where the shop withholds data. The issues of the failure tell what would stay hidden.')

export const StoreCreateRequest = z
  .strictObject({
    ...StoreFields.shape,
    ...StoreSecrets.shape,
    active: StoreFields.shape.active.default(true),
    locationId: StoreFields.shape.locationId.default(null),
    currency: StoreFields.shape.currency.optional().describe('USD where left out, unless fillFromShop is set.'),
    timezone: StoreFields.shape.timezone.optional().describe('UTC where left out, unless fillFromShop is set.'),
    fillFromShop: z.boolean().default(false).describe('Takes a currency and a time zone that are left out from the shop.'),
    allowUnreachable: AllowUnreachable.default(false),
    refuseIfLimited: RefuseIfLimited.default(false),
  })
  .superRefine((request, issues) => {
    checkDomain(request, issues)
    checkSecrets(request, issues)
  })
export type StoreCreateRequest = z.infer<typeof StoreCreateRequest>

export const StoreRef = z.strictObject({ id: StoreId })

/** Every field is optional, and an empty secret keeps the stored one. Domain and platform are checked against the stored row. */
export const StoreUpdateRequest = z.strictObject({
  id: StoreId,
  ...StoreFields.partial().shape,
  ...StoreSecrets.shape,
  allowUnreachable: AllowUnreachable.optional(),
  refuseIfLimited: RefuseIfLimited.optional(),
})
export type StoreUpdateRequest = z.infer<typeof StoreUpdateRequest>

/** `permission`: only stores where the viewer has it. Without it: every store in reach, for viewers with settings:read. */
export const StoreListRequest = z.strictObject({ active: flag.optional(), permission: Permission.optional(), ...optionalPage })
export type StoreListRequest = z.infer<typeof StoreListRequest>

export const StoreListResponse = z.object({ stores: z.array(Store), nextCursor: NextCursor })
export type StoreListResponse = z.infer<typeof StoreListResponse>
export const StoreResponse = z.object({ store: Store })
/** `warning`: the store's currency or time zone differs from its shop's. */
export const StoreSavedResponse = z.object({ store: Store, warning: z.string().nullable() })
export type StoreSavedResponse = z.infer<typeof StoreSavedResponse>

/** The currency and time zone that a shop reports; null if it reports none. */
export type ShopFacts = { currency: string | null; timezone: string | null }
/** A field of the store that differs from its shop, with the shop's value and a message. */
const ShopDifference = z.object({ field: z.enum(['timezone', 'currency']), value: z.string(), message: z.string() })
export type ShopDifference = z.infer<typeof ShopDifference>

/** The result of a connection test: the shop's name, the data missing from lists and exports, and the store's differences from its shop. */
export const StoreTestResponse = z.object({
  message: z.string(),
  shopName: z.string(),
  limits: z.array(z.string()),
  differences: z.array(ShopDifference),
})
export type StoreTestResponse = z.infer<typeof StoreTestResponse>

/** Keeps only the named secrets. A form sends only those of the chosen credential. */
export function onlySecrets(request: StoreSecrets, wanted: readonly SecretField[]): StoreSecrets {
  return Object.fromEntries(secretFields.flatMap((field) => (request[field] && wanted.includes(field) ? [[field, request[field]]] : [])))
}
