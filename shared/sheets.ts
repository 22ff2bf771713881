import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

const address = /^https:\/\/docs\.google\.com\/spreadsheets\/d\/([A-Za-z0-9_-]{1,100})(?:[/?#].*)?$/

/** The document id in a spreadsheet's URL; null for other text. Calls use only the id, with a fixed host. */
export const spreadsheetId = (url: string): string | null => address.exec(url.trim())?.[1] ?? null

export const SheetUrl = z
  .string()
  .trim()
  .max(limits.urlLength)
  .refine((url) => spreadsheetId(url) !== null, messages.sheets.urlInvalid)

export const SheetRef = z.strictObject({ url: SheetUrl })
export type SheetRef = z.infer<typeof SheetRef>

/** `email`: the service account that needs access to the document. */
export const SheetVerifyResponse = z.object({ hasAccess: z.boolean(), email: z.string(), message: z.string() })
export type SheetVerifyResponse = z.infer<typeof SheetVerifyResponse>

/** `sheetName` is the document's title. */
export const SheetValidateResponse = z.object({ sheetName: z.string(), message: z.string() })
export type SheetValidateResponse = z.infer<typeof SheetValidateResponse>
