import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'

const address = /^https:\/\/docs\.google\.com\/spreadsheets\/d\/([A-Za-z0-9_-]{1,100})(?:[/?#].*)?$/

/** The document's id in a spreadsheet's address; null for anything else: only the id is ever used, against one fixed host. */
export const spreadsheetId = (url: string): string | null => address.exec(url.trim())?.[1] ?? null

export const SheetUrl = z
  .string()
  .trim()
  .max(limits.urlLength)
  .refine((url) => spreadsheetId(url) !== null, messages.sheets.urlInvalid)

export const SheetRef = z.strictObject({ url: SheetUrl })
export type SheetRef = z.infer<typeof SheetRef>

/** `email` is the service account that a document has to be shared with. */
export const SheetVerifyResponse = z.object({ hasAccess: z.boolean(), email: z.string(), message: z.string() })
export type SheetVerifyResponse = z.infer<typeof SheetVerifyResponse>

/** `sheetName` is the document's title. */
export const SheetValidateResponse = z.object({ sheetName: z.string(), message: z.string() })
export type SheetValidateResponse = z.infer<typeof SheetValidateResponse>
