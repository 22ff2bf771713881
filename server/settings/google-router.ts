import { GoogleKeyResponse, GoogleKeySaveRequest, googleAccountIn, GoogleTestRequest, GoogleTestResponse } from '#shared/google-key.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { sheetFailures } from '#server/procedure/failure-groups.ts'
import { testSpreadsheet } from '#server/sheets/access-test.ts'
import { googleKey, removeGoogleKey, saveGoogleKey } from '#server/settings/google.ts'

export const googleProcedures = router({
  get: procedure('GET /settings/google', 'settings.update', {
    summary: 'Get the Google key in use',
    description:
      'Says where the key of the Google service account is from, and the address to share spreadsheets with. The key itself is never answered.',
  })
    .output(GoogleKeyResponse)
    .query(({ ctx }) => googleKey(ctx.deps)),
  save: procedure('PUT /settings/google', 'settings.update', {
    summary: 'Save the Google key',
    description:
      'Takes the JSON key file of a Google service account, which then wins over a key of the environment. Google is asked first: a key that it does not accept is not saved.',
    fails: ['SHEETS_ACCOUNT_REFUSED', 'SHEETS_BUSY', 'SHEETS_UNREACHABLE'],
    sensitive: true,
    callsOut: true,
  })
    .input(GoogleKeySaveRequest)
    .output(GoogleKeyResponse)
    .mutation(async ({ ctx, input }) => {
      ctx.audit.details['email'] = googleAccountIn(input.key).client_email
      return saveGoogleKey(ctx.deps, input, ctx.signal)
    }),
  remove: procedure('DELETE /settings/google', 'settings.update', {
    summary: 'Remove the Google key',
    description: 'Removes the key that was saved. A key of the environment is used again, if there is one.',
    sensitive: true,
  })
    .output(GoogleKeyResponse)
    .mutation(async ({ ctx }) => {
      const { google } = await googleKey(ctx.deps)
      if (google.source === 'settings') ctx.audit.details['email'] = google.email
      return removeGoogleKey(ctx.deps)
    }),
  test: procedure('POST /settings/google/test', 'settings.update', {
    summary: 'Test a spreadsheet',
    description: 'Writes a new sheet into the Google spreadsheet, reads it back and removes it.',
    fails: [...sheetFailures, 'SHEET_LEFT'],
    callsOut: true,
  })
    .input(GoogleTestRequest)
    .output(GoogleTestResponse)
    .mutation(({ ctx, input }) => testSpreadsheet(ctx.deps, { viewer: ctx.viewer, ref: input, signal: ctx.signal })),
})
