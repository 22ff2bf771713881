import { SheetRef, SheetValidateResponse, SheetVerifyResponse } from '#shared/sheets.ts'
import { validateSheet, verifySheet } from '#server/sheets/service.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { sheetFailures } from '#server/procedure/failure-groups.ts'

export const sheets = router({
  verify: procedure('POST /sheets/verify', 'sheets.check', {
    summary: 'Check access to a spreadsheet',
    description: 'Says whether the service account may write the Google spreadsheet, and with which address to share it.',
    fails: sheetFailures,
    callsOut: true,
    alsoOnTop: ['hasAccess', 'email', 'message'],
  })
    .input(SheetRef)
    .output(SheetVerifyResponse)
    .mutation(({ ctx, input }) => verifySheet(ctx.deps, { viewer: ctx.viewer, ref: input, signal: ctx.signal })),
  validate: procedure('POST /export/sheets/validate', 'sheets.check', {
    summary: "Get a spreadsheet's title",
    description: 'Answers the title of a Google spreadsheet that may be written.',
    fails: sheetFailures,
    callsOut: true,
    alsoOnTop: ['sheetName', 'message'],
  })
    .input(SheetRef)
    .output(SheetValidateResponse)
    .mutation(({ ctx, input }) => validateSheet(ctx.deps, { viewer: ctx.viewer, ref: input, signal: ctx.signal })),
})
