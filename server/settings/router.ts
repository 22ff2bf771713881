import { SettingsResponse, SettingsUpdateRequest } from '#shared/settings.ts'
import { getSettings, updateSettings } from '#server/settings/service.ts'
import { procedure, router } from '#server/trpc.ts'

export const settings = router({
  get: procedure('GET /settings', 'settings.read')
    .output(SettingsResponse)
    .query(({ ctx }) => getSettings(ctx.deps)),
  update: procedure('PUT /settings', 'settings.update', { takesImages: true })
    .input(SettingsUpdateRequest)
    .output(SettingsResponse)
    .mutation(({ ctx, input }) => updateSettings(ctx.deps, input)),
})
