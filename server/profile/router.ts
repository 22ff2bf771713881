import { ProfileResponse, ProfileUpdateRequest, ProfileUpdateResponse } from '#shared/profile.ts'
import { getProfile, updateProfile } from '#server/profile/service.ts'
import { procedure, router } from '#server/trpc.ts'

export const profile = router({
  get: procedure('GET /users/me/profile', 'session.any')
    .output(ProfileResponse)
    .query(({ ctx }) => getProfile(ctx.deps, ctx.viewer)),
  update: procedure('PUT /users/me/profile', 'profile.update', { takesImages: true })
    .input(ProfileUpdateRequest)
    .output(ProfileUpdateResponse)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.viewer, input)),
})
