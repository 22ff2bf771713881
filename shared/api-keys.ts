import { z } from 'zod'
import { Permission } from '#shared/access.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { Words } from '#shared/names.ts'
import { flag } from '#shared/paging.ts'
import { StoreId } from '#shared/stores.ts'

const isUnique = (list: readonly string[]) => new Set(list).size === list.length

/** A program's API key without its token, which is shown only once, at creation. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The first and last characters of the token. Null for keys that were created before hints were kept. */
  hint: z.string().nullable(),
  /** `email` null: a service account. */
  owner: z.object({ id: z.string(), email: z.string().nullable() }),
  permissions: z.array(Permission),
  /** Null: all stores of the owner. */
  store_ids: z.array(StoreId).nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  /** Null: the key was created before keys had an expiry. */
  expires_at: z.iso.datetime().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** `all`: the keys of all people up to the viewer's level. It needs level 90 or above. */
export const ApiKeyListRequest = z.strictObject({ all: flag.optional() })
export const ApiKeyListResponse = z.object({ api_keys: z.array(ApiKey) })

export const ApiKeyCreateRequest = z.strictObject({
  name: Words.min(1, messages.apiKeys.nameNeeded),
  permissions: z.array(Permission).min(1, messages.apiKeys.permissionsNeeded).refine(isUnique),
  store_ids: z.array(StoreId).min(1).max(limits.assignments).refine(isUnique).nullable().default(null),
  expires_in_days: z.int().min(1).max(limits.apiKeyDays.max).default(limits.apiKeyDays.default),
})
export type ApiKeyCreateRequest = z.infer<typeof ApiKeyCreateRequest>
/** `token` is the value for `Authorization: Bearer`. It is never shown again. */
export const ApiKeyCreateResponse = z.object({ api_key: ApiKey, token: z.string() })

export const ApiKeyRef = z.strictObject({ id: z.string().min(1).max(64) })

/** `overlap_hours`: how long the old key keeps working. */
export const ApiKeyRotateRequest = ApiKeyRef.extend({
  overlap_hours: z.int().min(0).max(limits.apiKeyOverlapHours.max).default(limits.apiKeyOverlapHours.default),
})
export type ApiKeyRotateRequest = z.infer<typeof ApiKeyRotateRequest>
export const ApiKeyResponse = z.object({ api_key: ApiKey })

/** A call that a program made with a key. It has no values of the address, the query or the body. */
export const KeyCall = z.object({
  at: z.iso.datetime(),
  method: z.string(),
  /** The address with the names of its parameters. Null: no call has this address. */
  path: z.string().nullable(),
  status: z.int(),
  duration_ms: z.int(),
  request_id: z.string(),
  /** The caller's network address. */
  address: z.string(),
})
export type KeyCall = z.infer<typeof KeyCall>
export const KeyCallsResponse = z.object({ calls: z.array(KeyCall) })

/** A session in the list of a person's sessions. */
export const ListedSession = z.object({
  id: z.string(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  is_current: z.boolean(),
})
export type ListedSession = z.infer<typeof ListedSession>
export const SessionListResponse = z.object({ sessions: z.array(ListedSession) })
export const SessionRef = z.strictObject({ id: z.string().min(1).max(64) })
export const SessionsEndedResponse = z.object({ ended: z.int() })
