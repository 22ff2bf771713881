import { levels, reaches, summary, type Viewer } from '#shared/access.ts'
import type { ApiKey, ApiKeyCreateRequest } from '#shared/api-keys.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { teammate } from '#shared/users.ts'
import { newKeyToken } from '#server/auth/key-token.ts'
import type { Deps } from '#server/deps.ts'
import { findKey, insertKey, listKeys, removeKey } from '#server/profile/keys-repo.ts'
import { findStore } from '#server/stores/service.ts'
import { findUser, listUsers } from '#server/users/service.ts'

const isLeader = (viewer: Viewer) => summary(viewer).level >= levels.admin

/** One's own keys; with `all`, for leaders, those of everybody who is not above them. */
export async function apiKeys(deps: Deps, viewer: Viewer, { all }: { all?: boolean | undefined }): Promise<ApiKey[]> {
  if (!all) return listKeys(deps.database.db, viewer.id)
  const { level } = summary(viewer)
  if (level < levels.admin) throw new AppError('ACCESS_DENIED', messages.apiKeys.leadersOnly)
  const people = await listUsers(deps, {})
  const below = new Set(people.map(teammate).flatMap((person) => (person.level <= level ? person.id : [])))
  return (await listKeys(deps.database.db, null)).filter((key) => below.has(key.owner.id))
}

async function assertWithinOwn(deps: Deps, viewer: Viewer, { permissions, store_ids }: ApiKeyCreateRequest) {
  const held = summary(viewer).permissions
  const missing = permissions.filter((permission) => !held.includes(permission))
  if (missing.length > 0) throw new AppError('ACCESS_DENIED', messages.apiKeys.notHeld(missing))
  for (const id of store_ids ?? [])
    if (!reaches(viewer, id) || !(await findStore(deps, id))) throw new AppError('NOT_FOUND', 'Store not found')
}

/** Makes a key with part of the viewer's rights. The token is in this answer and nowhere else. Throws ACCESS_DENIED, NOT_FOUND. */
export async function createApiKey(deps: Deps, viewer: Viewer, request: ApiKeyCreateRequest): Promise<{ api_key: ApiKey; token: string }> {
  await assertWithinOwn(deps, viewer, request)
  const { db } = deps.database
  if ((await listKeys(db, viewer.id)).length >= limits.apiKeys) throw new AppError('CONFLICT', messages.apiKeys.tooMany(limits.apiKeys))
  const { token, tokenHash } = newKeyToken()
  const id = crypto.randomUUID()
  const { name, permissions, store_ids: storeIds } = request
  await insertKey(db, { id, userId: viewer.id, name, tokenHash, permissions, storeIds, createdAt: new Date(deps.now()), lastUsedAt: null })
  const key = await findKey(db, id)
  if (!key) throw new AppError('CONFLICT')
  return { api_key: key, token }
}

async function mayRevoke(deps: Deps, viewer: Viewer, { owner }: ApiKey): Promise<boolean> {
  if (owner.id === viewer.id) return true
  const user = await findUser(deps, owner.id)
  return isLeader(viewer) && user !== null && teammate(user).level <= summary(viewer).level
}

/** The key opens nothing from now on. Somebody else's is NOT_FOUND but for leaders. */
export async function revokeApiKey(deps: Deps, viewer: Viewer, id: string): Promise<ApiKey> {
  const key = await findKey(deps.database.db, id)
  if (!key || !(await mayRevoke(deps, viewer, key)) || !(await removeKey(deps.database.db, key)))
    throw new AppError('NOT_FOUND', messages.apiKeys.notFound)
  return key
}
