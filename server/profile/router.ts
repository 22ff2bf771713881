import { ChosenStoreResponse, ProfileResponse, ProfileUpdateRequest, ProfileUpdateResponse } from '#shared/profile.ts'
import {
  ApiKeyCreateRequest,
  ApiKeyCreateResponse,
  ApiKeyListRequest,
  ApiKeyListResponse,
  ApiKeyRef,
  ApiKeyRotateRequest,
  ApiKeyResponse,
  KeyCallsResponse,
  SessionListResponse,
  SessionRef,
  SessionsEndedResponse,
} from '#shared/api-keys.ts'
import { limits } from '#shared/limits.ts'
import { StoreRef } from '#shared/stores.ts'
import { PasskeyRef, PasskeyResponse, SecurityResponse } from '#shared/second-factor.ts'
import { removePasskey, securityOf } from '#server/auth/account-security.ts'
import { apiKeyCalls, apiKeys, createApiKey, revokeApiKey, rotateApiKey } from '#server/profile/keys.ts'
import { eventStream } from '#server/events/events-router.ts'
import { notificationProcedures } from '#server/notifications/notifications-router.ts'
import { views } from '#server/profile/views-router.ts'
import { chooseStore, getProfile, updateProfile } from '#server/profile/service.ts'
import { endAllSessions, endSession, listSessions } from '#server/profile/sessions.ts'
import { onStore, procedure, router } from '#server/procedure/builder.ts'
import { once } from '#server/http/idempotency.ts'

export const profile = router({
  events: eventStream,
  views,
  notifications: notificationProcedures,
  get: procedure('GET /users/me/profile', 'session.any', {
    summary: 'Get the own profile',
    description:
      'Answers who is calling, with roles, permissions and preferences. For an API key, that is its owner with the rights of the key. The e-mail address of a service account ends in .invalid and receives nothing.',
    beforeSecondFactor: true,
  })
    .output(ProfileResponse)
    .query(({ ctx }) => getProfile(ctx.deps, ctx.viewer)),
  update: procedure('PUT /users/me/profile', 'profile.update', {
    summary: 'Update the own profile',
    description: 'Changes the fields that are given; the others stay. The picture may also be the whole body, with its own content type.',
    fails: ['IMAGE_REFUSED'],
    takesImage: 'avatar_url',
  })
    .input(ProfileUpdateRequest)
    .output(ProfileUpdateResponse)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.viewer, input)),
  chooseStore: onStore('PUT /users/me/store/{id}', 'profile.update', {
    summary: 'Choose the store to work in',
    description: 'Remembers the store that the screens of the caller open with, on every machine. Any store in reach can be chosen.',
  })
    .input(StoreRef)
    .output(ChosenStoreResponse)
    .mutation(({ ctx }) => chooseStore(ctx.deps, ctx.viewer, ctx.store)),
  apiKeys: procedure('GET /users/me/api-keys', 'profile.access', {
    summary: 'List API keys',
    description:
      "Answers the caller's own API keys, or with all those of all people whose level is not above the caller's. Those of service accounts are listed with them. The keys themselves are never shown again.",
  })
    .input(ApiKeyListRequest.prefault({}))
    .output(ApiKeyListResponse)
    .query(async ({ ctx, input }) => ({ api_keys: await apiKeys(ctx.deps, ctx.viewer, input) })),
  createApiKey: procedure('POST /users/me/api-keys', 'profile.access', {
    summary: 'Create an API key',
    description: "Makes a key that carries part of the caller's own rights. The token is in this answer and nowhere else.",
    fails: ['NOT_FOUND', 'CONFLICT'],
    isOnce: true,
    status: 201,
    recorded: ['name', 'permissions', 'store_ids', 'expires_in_days'],
    sensitive: true,
    makes: 'api_key',
  })
    .input(ApiKeyCreateRequest)
    .output(ApiKeyCreateResponse)
    .mutation((call) => once(call, ({ ctx, input }) => createApiKey(ctx.deps, ctx.viewer, input))),
  rotateApiKey: procedure('POST /users/me/api-keys/{id}/rotate', 'profile.access', {
    summary: 'Replace an API key',
    description:
      'Makes a new key with the name, rights and lifetime of an own one, or of one of a service account. The old key keeps working for the overlap, so that programs can change over. The token is in this answer and nowhere else.',
    fails: ['NOT_FOUND', 'CONFLICT'],
    isOnce: true,
    status: 201,
    recorded: ['id', 'overlap_hours'],
    sensitive: true,
    makes: 'api_key',
  })
    .input(ApiKeyRotateRequest)
    .output(ApiKeyCreateResponse)
    .mutation((call) => once(call, ({ ctx, input }) => rotateApiKey(ctx.deps, ctx.viewer, input))),
  apiKeyCalls: procedure('GET /users/me/api-keys/{id}/calls', 'profile.access', {
    summary: 'List the last calls of an API key',
    description: `Answers the last ${limits.keyCalls.kept} calls of a key, newest first, without values of their addresses, queries and bodies. They appear a second after the call. From level 90 on, also for keys of others and of service accounts.`,
    fails: ['NOT_FOUND'],
  })
    .input(ApiKeyRef)
    .output(KeyCallsResponse)
    .query(async ({ ctx, input }) => ({ calls: await apiKeyCalls(ctx.deps, ctx.viewer, input.id) })),
  revokeApiKey: procedure('DELETE /users/me/api-keys/{id}', 'profile.access', {
    summary: 'Revoke an API key',
    description:
      'Ends the key at once, and answers which one it was. From level 90 on, keys of others and of service accounts may be revoked too.',
    fails: ['NOT_FOUND'],
  })
    .input(ApiKeyRef)
    .output(ApiKeyResponse)
    .mutation(async ({ ctx, input }) => {
      const key = await revokeApiKey(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = key.name
      return { api_key: key }
    }),
  sessions: procedure('GET /users/me/sessions', 'profile.access', {
    summary: 'List the own sessions',
    description: 'Answers every place where the caller is signed in.',
    beforeSecondFactor: true,
  })
    .output(SessionListResponse)
    .query(async ({ ctx }) => ({ sessions: await listSessions(ctx.deps, ctx.viewer) })),
  endSession: procedure('DELETE /users/me/sessions/{id}', 'profile.access', {
    summary: 'End one of the own sessions',
    description: 'Signs the caller out in one place.',
    fails: ['NOT_FOUND'],
    beforeSecondFactor: true,
  })
    .input(SessionRef)
    .output(SessionsEndedResponse)
    .mutation(({ ctx, input }) => endSession(ctx.deps, ctx.viewer, input.id)),
  endAllSessions: procedure('DELETE /users/me/sessions', 'profile.access', {
    summary: 'End all own sessions',
    description: 'Signs the caller out everywhere, here too. API keys stay.',
    beforeSecondFactor: true,
  })
    .output(SessionsEndedResponse)
    .mutation(({ ctx }) => endAllSessions(ctx.deps, ctx.viewer)),
  security: procedure('GET /users/me/security', 'profile.access', {
    summary: 'Get the own sign-in methods',
    description: 'Answers whether the caller has a password, a second factor and passkeys, and until when they count as confirmed.',
    beforeSecondFactor: true,
  })
    .output(SecurityResponse)
    .query(({ ctx }) => securityOf(ctx.deps, ctx.viewer)),
  removePasskey: procedure('DELETE /users/me/passkeys/{id}', 'profile.access', {
    summary: 'Remove a passkey',
    description: "Removes one of the caller's passkeys, and answers which one it was.",
    fails: ['NOT_FOUND', 'SECOND_FACTOR_NEEDED'],
    sensitive: true,
  })
    .input(PasskeyRef)
    .output(PasskeyResponse)
    .mutation(async ({ ctx, input }) => ({ passkey: await removePasskey(ctx.deps, ctx.viewer, input.id) })),
})
