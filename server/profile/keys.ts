import { can, canActOn, reaches, summary, type Viewer } from '#shared/access.ts'
import type { ApiKey, ApiKeyCreateRequest, ApiKeyRotateRequest } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { teammate } from '#shared/users.ts'
import { newKeyToken } from '#server/auth/key-token.ts'
import type { Deps } from '#server/deps.ts'
import { endKeyAt, findKey, insertKey, listKeys, removeKey } from '#server/profile/keys-repo.ts'
import { securityMails } from '#server/mail/security-mails.ts'
import { findStore } from '#server/stores/service.ts'
import { everyUser, findUser } from '#server/users/service.ts'
import { notFound } from '#server/procedure/not-found.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * The viewer's own keys. With `all`, also those of everybody whose roles the viewer covers. Throws ACCESS_DENIED for `all` without the
 * right.
 */
export async function apiKeys(deps: Deps, viewer: Viewer, { all }: { all?: boolean | undefined }): Promise<ApiKey[]> {
  if (!all) return listKeys(deps.database.db, viewer.id)
  if (!can(viewer, 'keys.ofOthers')) throw new AppError('ACCESS_DENIED', messages.apiKeys.leadersOnly)
  const people = (await everyUser(deps)).map(teammate)
  const owners = new Set(people.flatMap((person) => (canActOn(viewer, 'keys.ofOthers', person) ? person.id : [])))
  return (await listKeys(deps.database.db, null)).filter(({ owner }) => owner.id === viewer.id || owners.has(owner.id))
}

async function assertWithinOwn(deps: Deps, viewer: Viewer, { permissions, store_ids }: ApiKeyCreateRequest) {
  const held = summary(viewer).permissions
  const missing = permissions.filter((permission) => !held.includes(permission))
  if (missing.length > 0) throw new AppError('ACCESS_DENIED', messages.apiKeys.notHeld(missing))
  for (const id of store_ids ?? []) if (!reaches(viewer, id) || !(await findStore(deps, id))) throw notFound('Store')
}

type Made = { api_key: ApiKey; token: string }

/**
 * Makes a key with part of the viewer's rights, and mails the viewer. Only this answer contains the token. Throws ACCESS_DENIED, NOT_FOUND,
 * and CONFLICT where the viewer has the maximum number of keys.
 */
export async function createApiKey(deps: Deps, viewer: Viewer, request: ApiKeyCreateRequest): Promise<Made> {
  await assertWithinOwn(deps, viewer, request)
  const { db } = deps.database
  if ((await listKeys(db, viewer.id)).length >= limits.apiKeys) throw new AppError('CONFLICT', messages.apiKeys.tooMany(limits.apiKeys))
  const { token, tokenHash, hint } = newKeyToken()
  const id = crypto.randomUUID()
  const { name, permissions, store_ids: storeIds, expires_in_days: days } = request
  const createdAt = new Date(deps.now())
  const expiresAt = new Date(deps.now() + days * dayMs)
  await insertKey(db, { id, userId: viewer.id, name, tokenHash, hint, permissions, storeIds, createdAt, lastUsedAt: null, expiresAt })
  const key = await findKey(db, id)
  if (!key) throw new AppError('CONFLICT')
  deps.mail.postBehind(async () => ({ to: key.owner.email, ...securityMails.apiKeyMade(deps.appUrl, createdAt, name) }))
  return { api_key: key, token }
}

/** The whole days between two times, at least one. A key without an end gets the default. */
const daysBetween = (from: string, until: string | null) =>
  until === null ? limits.apiKeyDays.default : Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / dayMs))

/**
 * Makes a successor of an own key, with the same name, rights and lifetime. The old key ends after the overlap, or earlier where it would
 * have. Throws NOT_FOUND for a key that is not the viewer's own or has ended, ACCESS_DENIED where the viewer has lost one of its rights,
 * and CONFLICT like `createApiKey`.
 */
export async function rotateApiKey(deps: Deps, viewer: Viewer, { id, overlap_hours: hours }: ApiKeyRotateRequest): Promise<Made> {
  const { db } = deps.database
  const old = await findKey(db, id)
  const endsAt = old?.expires_at ? Date.parse(old.expires_at) : Number.POSITIVE_INFINITY
  if (!old || old.owner.id !== viewer.id || endsAt <= deps.now()) throw notFound('API key')
  const { name, permissions, store_ids } = old
  const expires_in_days = Math.min(daysBetween(old.created_at, old.expires_at), limits.apiKeyDays.max)
  const made = await createApiKey(deps, viewer, { name, permissions, store_ids, expires_in_days })
  await endKeyAt(db, old.id, new Date(Math.min(endsAt, deps.now() + hours * hourMs)))
  return made
}

async function mayRevoke(deps: Deps, viewer: Viewer, { owner }: ApiKey): Promise<boolean> {
  if (owner.id === viewer.id) return true
  const user = await findUser(deps, owner.id)
  return user !== null && canActOn(viewer, 'keys.ofOthers', teammate(user))
}

/** Deletes the key, which is void at once. Throws NOT_FOUND, also for another person's key that the viewer may not revoke. */
export async function revokeApiKey(deps: Deps, viewer: Viewer, id: string): Promise<ApiKey> {
  const key = await findKey(deps.database.db, id)
  if (!key || !(await mayRevoke(deps, viewer, key)) || !(await removeKey(deps.database.db, key))) throw notFound('API key')
  return key
}
