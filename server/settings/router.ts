import { AuditCsvRequest, AuditListRequest, AuditListResponse } from '#shared/audit.ts'
import { SettingsResponse, SettingsUpdateRequest } from '#shared/settings.ts'
import { auditCsv, listAudit } from '#server/audit/list.ts'
import { getSettings, updateSettings } from '#server/settings/service.ts'
import { whereGiven } from '#server/procedure/confirmed.ts'
import { procedure, router } from '#server/procedure/builder.ts'

export const settings = router({
  get: procedure('GET /settings', 'settings.read', { beforeSecondFactor: true })
    .output(SettingsResponse)
    .query(({ ctx }) => getSettings(ctx.deps)),
  update: procedure('PUT /settings', 'settings.update', {
    takesImage: 'logo_url',
    recorded: ['second_factor_level'],
    sensitive: whereGiven('second_factor_level'),
  })
    .input(SettingsUpdateRequest)
    .output(SettingsResponse)
    .mutation(async ({ ctx, input }) => {
      const updated = await updateSettings(ctx.deps, ctx.viewer, input)
      ctx.audit.details['logo_url'] = input.logo_url === null ? 'removed' : 'replaced'
      return updated
    }),
  audit: procedure('GET /audit', 'audit.read')
    .input(AuditListRequest.prefault({}))
    .output(AuditListResponse)
    .query(({ ctx, input }) => listAudit(ctx.deps, input)),
  auditCsv: procedure('GET /audit/csv', 'audit.read', { isDownload: true })
    .input(AuditCsvRequest)
    .query(({ ctx, input }) => auditCsv(ctx.deps, input)),
})
