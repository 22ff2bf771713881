import { AuditCsvRequest, AuditListRequest, AuditListResponse } from '#shared/audit.ts'
import { SettingsResponse, SettingsUpdateRequest } from '#shared/settings.ts'
import { auditCsv, listAudit } from '#server/audit/list.ts'
import { destinationProcedures } from '#server/destinations/destinations-router.ts'
import { googleProcedures } from '#server/settings/google-router.ts'
import { getSettings, updateSettings } from '#server/settings/service.ts'
import { whereGiven } from '#server/procedure/confirmed.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { systemProcedures } from '#server/system/system-router.ts'
import { webhookProcedures } from '#server/webhooks/webhooks-router.ts'

export const settings = router({
  destinations: destinationProcedures,
  webhooks: webhookProcedures,
  google: googleProcedures,
  system: systemProcedures,
  get: procedure('GET /settings', 'settings.read', {
    summary: 'Get the settings',
    description: 'Answers the logo of the team and from which role level on a second factor is needed.',
    beforeSecondFactor: true,
  })
    .output(SettingsResponse)
    .query(({ ctx }) => getSettings(ctx.deps)),
  update: procedure('PUT /settings', 'settings.update', {
    summary: 'Update the settings',
    description: 'Changes the fields that are given; the others stay. The logo may also be the whole body, with its own content type.',
    fails: ['IMAGE_REFUSED', 'SECOND_FACTOR_NEEDED'],
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
  audit: procedure('GET /audit', 'audit.read', {
    summary: 'List audit entries',
    description: 'Answers one page of what was done and refused, newest first.',
    fails: ['INVALID_CURSOR'],
    alsoOnTop: ['nextCursor'],
  })
    .input(AuditListRequest.prefault({}))
    .output(AuditListResponse)
    .query(({ ctx, input }) => listAudit(ctx.deps, input)),
  auditCsv: procedure('GET /audit/csv', 'audit.read', {
    summary: 'Export audit entries to CSV',
    description: 'Sends all entries that fit the filter as a CSV file.',
    isDownload: true,
  })
    .input(AuditCsvRequest)
    .query(({ ctx, input }) => auditCsv(ctx.deps, input)),
})
