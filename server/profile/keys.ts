import { can, canActOn, reaches, summary, type Viewer } from '#shared/access.ts'
import type { ApiKey, ApiKeyCreateRequest, ApiKeyRotateRequest, KeyCall } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { teammate } from '#shared/users.ts'
import type { ServiceAccountKeyRequest } from '#shared/service-accounts.ts'
import { lastKeyCalls } from '#server/auth/key-calls.ts'
import { findPerson, hasSession } from '#server/auth/viewer.ts'
import { newKeyToken } from '#server/auth/key-token.ts'
import type { Deps } from '#server/deps.ts'
import { endKeyAt, findKey, insertKey, listKeys, removeKey } from '#server/profile/keys-repo.ts'
import { securityMails } from '#server/mail/security-mails.ts'
import { findStore } from '#server/stores/service.ts'
import { findManaged, managedAccount } from '#server/users/service-accounts.ts'
import { everyUser, findUser } from '#server/users/service.ts'
import { notFound } from '#server/procedure/not-found.ts'

const secondMs = 1_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * The viewer's own keys. With `all`, also those of all people whose roles the viewer covers, without those of service accounts. Throws
 * ACCESS_DENIED for `all` without the right.
 */
export async function apiKeys(deps: Deps, viewer: Viewer, { all }: { all?: boolean | undefined }): Promise<ApiKey[]> {
  if (!all) return listKeys(deps.database.db, viewer.id)
  if (!can(viewer, 'keys.ofOthers')) throw new AppError('ACCESS_DENIED', messages.apiKeys.leadersOnly)
  const people = (await everyUser(deps)).map(teammate)
  const owners = new Set(people.flatMap((person) => (canActOn(viewer, 'keys.ofOthers', person) ? person.id : [])))
  return (await listKeys(deps.database.db, null)).filter(({ owner }) => owner.id === viewer.id || owners.has(owner.id))
}

/** All keys of these accounts, newest first. */
export async function keysOf(deps: Deps, accountIds: readonly string[]): Promise<ApiKey[]> {
  return (await listKeys(deps.database.db, null)).filter(({ owner }) => accountIds.includes(owner.id))
}

type Made = { api_key: ApiKey; token: string }
/** What refuses a key, in the words for its owner. */
type Refusals = { missing: (missing: readonly string[]) => AppError; tooMany: (max: number) => string }

const ofPerson: Refusals = {
  missing: (missing) => new AppError('ACCESS_DENIED', messages.apiKeys.notHeld(missing)),
  tooMany: messages.apiKeys.tooMany,
}
const ofAccount: Refusals = {
  missing: (missing) => new AppError('INVALID_INPUT', messages.serviceAccounts.notHeld(missing)),
  tooMany: messages.serviceAccounts.tooManyKeys,
}

async function assertWithin(deps: Deps, owner: Viewer, { permissions, store_ids }: ApiKeyCreateRequest, refusals: Refusals) {
  const held = summary(owner).permissions
  const missing = permissions.filter((permission) => !held.includes(permission))
  if (missing.length > 0) throw refusals.missing(missing)
  for (const id of store_ids ?? []) if (!reaches(owner, id) || !(await findStore(deps, id))) throw notFound('Store')
}

async function makeKey(deps: Deps, owner: Viewer, request: ApiKeyCreateRequest, refusals: Refusals): Promise<Made> {
  await assertWithin(deps, owner, request, refusals)
  const { db } = deps.database
  if ((await listKeys(db, owner.id)).length >= limits.apiKeys) throw new AppError('CONFLICT', refusals.tooMany(limits.apiKeys))
  const { token, tokenHash, hint } = newKeyToken()
  const id = crypto.randomUUID()
  const { name, permissions, store_ids: storeIds, expires_in_days: days } = request
  const createdAt = new Date(deps.now())
  const expiresAt = new Date(deps.now() + days * dayMs)
  await insertKey(db, { id, userId: owner.id, name, tokenHash, hint, permissions, storeIds, createdAt, lastUsedAt: null, expiresAt })
  const key = await findKey(db, id)
  if (!key) throw new AppError('CONFLICT')
  // What has ended the session since the call began did not see this key, and would leave it to whoever it was to keep out.
  if (owner.sessionId !== undefined && !(await hasSession(deps, owner.sessionId))) {
    await removeKey(db, key)
    throw new AppError('SIGNED_OUT')
  }
  return { api_key: key, token }
}

/**
 * Makes a key with part of the viewer's rights, and mails the viewer. Only this answer contains the token. Throws ACCESS_DENIED, NOT_FOUND,
 * and CONFLICT where the viewer has the maximum number of keys.
 */
export async function createApiKey(deps: Deps, viewer: Viewer, request: ApiKeyCreateRequest): Promise<Made> {
  const made = await makeKey(deps, viewer, request, ofPerson)
  const { name, created_at: createdAt, owner } = made.api_key
  const { email: to } = owner
  if (to !== null) deps.mail.postBehind(async () => ({ to, ...securityMails.apiKeyMade(deps.appUrl, new Date(createdAt), name) }))
  return made
}

/**
 * Makes a key with part of the rights of a service account that the viewer manages. Throws NOT_FOUND, INVALID_INPUT for a permission that
 * the account does not have, and CONFLICT where it is deactivated or has the maximum number of keys.
 */
export async function createAccountKey(deps: Deps, viewer: Viewer, { id, ...request }: ServiceAccountKeyRequest): Promise<Made> {
  const account = await managedAccount(deps, viewer, id)
  const holder = await findPerson(deps, account.id)
  if (!holder) throw new AppError('CONFLICT', messages.serviceAccounts.inactive)
  return makeKey(deps, holder, request, ofAccount)
}

const isWhole = (ms: number, unitMs: number) => Math.abs(ms - Math.round(ms / unitMs) * unitMs) < secondMs

/** The days that a key was made for. null: a rotation has brought its end forward, after which it is no whole number of days. */
function daysOf({ created_at, expires_at }: ApiKey): number | null {
  if (expires_at === null) return limits.apiKeyDays.default
  const ms = Date.parse(expires_at) - Date.parse(created_at)
  return isWhole(ms, dayMs) ? Math.max(1, Math.round(ms / dayMs)) : null
}

/** Whether the rotation that made a later key can have brought the end of a key forward, by whole hours from then on. */
function isEndedWith(old: ApiKey, { created_at }: ApiKey): boolean {
  const ms = Date.parse(old.expires_at ?? '') - Date.parse(created_at)
  return old.created_at < created_at && ms >= 0 && ms <= limits.apiKeyOverlapHours.max * hourMs + secondMs && isWhole(ms, hourMs)
}

const rightsOf = ({ name, permissions, store_ids }: ApiKey) => JSON.stringify([name, permissions, store_ids])

/** The days of a successor. Those of a key that was rotated before are those of its last successor. Throws CONFLICT where that is gone. */
async function successorDays({ database }: Deps, old: ApiKey): Promise<number> {
  const successors = (await listKeys(database.db, old.owner.id)).filter((key) => key.id !== old.id && rightsOf(key) === rightsOf(old))
  // Of a key that is rotated at the same time each day, such an end is a whole number of days as well.
  const isRotated = successors.some((key) => isEndedWith(old, key))
  const days = [...(isRotated ? [] : [old]), ...successors].map(daysOf).find((one) => one !== null)
  if (days === undefined) throw new AppError('CONFLICT', messages.apiKeys.successorGone)
  return Math.min(days, limits.apiKeyDays.max)
}

/**
 * Makes a successor of an own key, or of one of a service account that the viewer manages, with the same name, rights and lifetime. The old
 * key ends after the overlap, or earlier where it would have. Throws NOT_FOUND for another key and one that has ended, CONFLICT for
 * one whose successor is gone, and like `createApiKey` and `createAccountKey`, where its owner has lost one of its rights.
 */
export async function rotateApiKey(deps: Deps, viewer: Viewer, { id, overlap_hours: hours }: ApiKeyRotateRequest): Promise<Made> {
  const { db } = deps.database
  const old = await findKey(db, id)
  const endsAt = old?.expires_at ? Date.parse(old.expires_at) : Number.POSITIVE_INFINITY
  const isOwn = old?.owner.id === viewer.id
  if (!old || endsAt <= deps.now() || !(isOwn || (await findManaged(deps, viewer, old.owner.id)))) throw notFound('API key')
  const { name, permissions, store_ids } = old
  const successor = { name, permissions, store_ids, expires_in_days: await successorDays(deps, old) }
  const made = isOwn
    ? await createApiKey(deps, viewer, successor)
    : await createAccountKey(deps, viewer, { id: old.owner.id, ...successor })
  await endKeyAt(db, old.id, new Date(Math.min(endsAt, deps.now() + hours * hourMs)))
  return made
}

async function isInCharge(deps: Deps, viewer: Viewer, { owner }: ApiKey): Promise<boolean> {
  if (owner.id === viewer.id) return true
  const user = await findUser(deps, owner.id)
  return user !== null && canActOn(viewer, 'keys.ofOthers', teammate(user))
}

/** An own key, or one of a person or service account whose roles the viewer covers. Throws NOT_FOUND for other keys. */
async function keyInCharge(deps: Deps, viewer: Viewer, id: string): Promise<ApiKey> {
  const key = await findKey(deps.database.db, id)
  if (!key || !(await isInCharge(deps, viewer, key))) throw notFound('API key')
  return key
}

/** The last calls of a key, newest first. Throws NOT_FOUND, also for another person's key that the viewer is not in charge of. */
export async function apiKeyCalls(deps: Deps, viewer: Viewer, id: string): Promise<KeyCall[]> {
  return lastKeyCalls(deps, (await keyInCharge(deps, viewer, id)).id)
}

/** Deletes the key, which is void at once. Throws NOT_FOUND, also for another person's key that the viewer may not revoke. */
export async function revokeApiKey(deps: Deps, viewer: Viewer, id: string): Promise<ApiKey> {
  const key = await keyInCharge(deps, viewer, id)
  if (!(await removeKey(deps.database.db, key))) throw notFound('API key')
  return key
}
