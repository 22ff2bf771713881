import { AuditCsvRequest, AuditListRequest, AuditListResponse } from '#shared/audit.ts'
import { SettingsResponse, SettingsUpdateRequest } from '#shared/settings.ts'
import { auditCsv, listAudit } from '#server/settings/audit.ts'
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
  audit: procedure('GET /audit', 'audit.read')
    .input(AuditListRequest.prefault({}))
    .output(AuditListResponse)
    .query(({ ctx, input }) => listAudit(ctx.deps, input)),
  auditCsv: procedure('GET /audit/csv', 'audit.read', { isDownload: true })
    .input(AuditCsvRequest)
    .query(({ ctx, input }) => auditCsv(ctx.deps, input)),
})
