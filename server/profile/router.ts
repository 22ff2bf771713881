import { ProfileResponse, ProfileUpdateRequest, ProfileUpdateResponse } from '#shared/profile.ts'
import {
  ApiKeyCreateRequest,
  ApiKeyCreateResponse,
  ApiKeyListRequest,
  ApiKeyListResponse,
  ApiKeyRef,
  ApiKeyResponse,
  SessionListResponse,
  SessionRef,
  SessionsEndedResponse,
} from '#shared/api-keys.ts'
import { PasskeyRef, PasskeyResponse, SecurityResponse } from '#shared/second-factor.ts'
import { removePasskey, securityOf } from '#server/auth/account-security.ts'
import { apiKeys, createApiKey, revokeApiKey } from '#server/profile/keys.ts'
import { getProfile, updateProfile } from '#server/profile/service.ts'
import { endAllSessions, endSession, listSessions } from '#server/profile/sessions.ts'
import { procedure, router } from '#server/procedure/builder.ts'

export const profile = router({
  get: procedure('GET /users/me/profile', 'session.any', { beforeSecondFactor: true })
    .output(ProfileResponse)
    .query(({ ctx }) => getProfile(ctx.deps, ctx.viewer)),
  update: procedure('PUT /users/me/profile', 'profile.update', { takesImage: 'avatar_url' })
    .input(ProfileUpdateRequest)
    .output(ProfileUpdateResponse)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.viewer, input)),
  apiKeys: procedure('GET /users/me/api-keys', 'profile.access')
    .input(ApiKeyListRequest.prefault({}))
    .output(ApiKeyListResponse)
    .query(async ({ ctx, input }) => ({ api_keys: await apiKeys(ctx.deps, ctx.viewer, input) })),
  createApiKey: procedure('POST /users/me/api-keys', 'profile.access', {
    status: 201,
    recorded: ['name', 'permissions', 'store_ids', 'expires_in_days'],
    sensitive: true,
    makes: 'api_key',
  })
    .input(ApiKeyCreateRequest)
    .output(ApiKeyCreateResponse)
    .mutation(({ ctx, input }) => createApiKey(ctx.deps, ctx.viewer, input)),
  revokeApiKey: procedure('DELETE /users/me/api-keys/{id}', 'profile.access')
    .input(ApiKeyRef)
    .output(ApiKeyResponse)
    .mutation(async ({ ctx, input }) => {
      const key = await revokeApiKey(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = key.name
      return { api_key: key }
    }),
  sessions: procedure('GET /users/me/sessions', 'profile.access', { beforeSecondFactor: true })
    .output(SessionListResponse)
    .query(async ({ ctx }) => ({ sessions: await listSessions(ctx.deps, ctx.viewer) })),
  endSession: procedure('DELETE /users/me/sessions/{id}', 'profile.access', { beforeSecondFactor: true })
    .input(SessionRef)
    .output(SessionsEndedResponse)
    .mutation(({ ctx, input }) => endSession(ctx.deps, ctx.viewer, input.id)),
  endAllSessions: procedure('DELETE /users/me/sessions', 'profile.access', { beforeSecondFactor: true })
    .output(SessionsEndedResponse)
    .mutation(({ ctx }) => endAllSessions(ctx.deps, ctx.viewer)),
  security: procedure('GET /users/me/security', 'profile.access', { beforeSecondFactor: true })
    .output(SecurityResponse)
    .query(({ ctx }) => securityOf(ctx.deps, ctx.viewer)),
  removePasskey: procedure('DELETE /users/me/passkeys/{id}', 'profile.access', { sensitive: true })
    .input(PasskeyRef)
    .output(PasskeyResponse)
    .mutation(async ({ ctx, input }) => ({ passkey: await removePasskey(ctx.deps, ctx.viewer, input.id) })),
})
