import { can, canActOn, reaches, summary, type Viewer } from '#shared/access.ts'
import type { ApiKey, ApiKeyCreateRequest } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { teammate } from '#shared/users.ts'
import { newKeyToken } from '#server/auth/key-token.ts'
import type { Deps } from '#server/deps.ts'
import { findKey, insertKey, listKeys, removeKey } from '#server/profile/keys-repo.ts'
import { securityMails } from '#server/mail/security-mails.ts'
import { findStore } from '#server/stores/service.ts'
import { everyUser, findUser } from '#server/users/service.ts'
import { notFound } from '#server/procedure/not-found.ts'

const dayMs = 24 * 3_600_000

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

/**
 * Makes a key with part of the viewer's rights, and mails the viewer. Only this answer contains the token. Throws ACCESS_DENIED, NOT_FOUND,
 * and CONFLICT where the viewer has the maximum number of keys.
 */
export async function createApiKey(deps: Deps, viewer: Viewer, request: ApiKeyCreateRequest): Promise<{ api_key: ApiKey; token: string }> {
  await assertWithinOwn(deps, viewer, request)
  const { db } = deps.database
  if ((await listKeys(db, viewer.id)).length >= limits.apiKeys) throw new AppError('CONFLICT', messages.apiKeys.tooMany(limits.apiKeys))
  const { token, tokenHash } = newKeyToken()
  const id = crypto.randomUUID()
  const { name, permissions, store_ids: storeIds, expires_in_days: days } = request
  const createdAt = new Date(deps.now())
  const expiresAt = new Date(deps.now() + days * dayMs)
  await insertKey(db, { id, userId: viewer.id, name, tokenHash, permissions, storeIds, createdAt, lastUsedAt: null, expiresAt })
  const key = await findKey(db, id)
  if (!key) throw new AppError('CONFLICT')
  deps.mail.postBehind(async () => ({ to: key.owner.email, ...securityMails.apiKeyMade(deps.appUrl, createdAt, name) }))
  return { api_key: key, token }
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
