import { SheetRef, SheetValidateResponse, SheetVerifyResponse } from '#shared/sheets.ts'
import { validateSheet, verifySheet } from '#server/sheets/service.ts'
import { procedure, router } from '#server/procedure/builder.ts'

export const sheets = router({
  verify: procedure('POST /sheets/verify', 'sheets.check', { callsOut: true, alsoOnTop: ['hasAccess', 'email', 'message'] })
    .input(SheetRef)
    .output(SheetVerifyResponse)
    .mutation(({ ctx, input }) => verifySheet(ctx.deps, { viewer: ctx.viewer, ref: input, signal: ctx.signal })),
  validate: procedure('POST /export/sheets/validate', 'sheets.check', { callsOut: true, alsoOnTop: ['sheetName', 'message'] })
    .input(SheetRef)
    .output(SheetValidateResponse)
    .mutation(({ ctx, input }) => validateSheet(ctx.deps, { viewer: ctx.viewer, ref: input, signal: ctx.signal })),
})
