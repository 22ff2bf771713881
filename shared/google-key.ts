// The key of the Google service account that writes spreadsheets.
import { z } from 'zod'
import { limits } from '#shared/limits.ts'
import { googleMessages } from '#shared/google-messages.ts'
import { SheetRef } from '#shared/sheets.ts'

/** The fields of a service account's key file that we read. */
export type GoogleAccount = { client_email: string; private_key: string }

const { mistakes } = googleMessages

/** The key file of a service account has all of these. */
const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email().max(limits.emailLength),
  private_key: z.string().startsWith('-----BEGIN'),
})

/** Other files and keys of Google Cloud that people take for this one, by what tells them. */
const otherFiles: readonly { isIt: (file: Readonly<Record<string, unknown>>) => boolean; mistake: string }[] = [
  { isIt: (file) => 'installed' in file || 'web' in file, mistake: mistakes.oauthClient },
  { isIt: ({ type }) => type === 'authorized_user', mistake: mistakes.ofPerson },
  { isIt: ({ type }) => type === 'external_account', mistake: mistakes.federated },
  { isIt: ({ type }) => type !== 'service_account', mistake: mistakes.otherFile },
  { isIt: (file) => !('private_key' in file), mistake: mistakes.noPrivateKey },
  { isIt: (file) => !KeyFile.shape.private_key.safeParse(file['private_key']).success, mistake: mistakes.privateKeyBroken },
  { isIt: (file) => !('client_email' in file), mistake: mistakes.noEmail },
]

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function mistakeIn(text: string): string {
  const file = z.record(z.string(), z.unknown()).safeParse(parsed(text)).data
  if (file) return otherFiles.find(({ isIt }) => isIt(file))?.mistake ?? mistakes.emailInvalid
  if (text.startsWith('-----BEGIN')) return mistakes.onlyPrivateKey
  return text.startsWith('AIza') ? mistakes.apiKey : mistakes.notJson
}

/** The text of the JSON file that Google Cloud downloads. Its issues say which other file or key was pasted. */
const KeyText = z
  .string()
  .trim()
  .min(1, { error: mistakes.empty, abort: true })
  .max(limits.googleKeyLength, { error: mistakes.tooLong, abort: true })
  .refine((text) => KeyFile.safeParse(parsed(text)).success, { error: ({ input }) => mistakeIn(String(input)) })

/** Reads the text of a valid `GoogleKeySaveRequest`. */
export const googleAccountIn = (key: string): GoogleAccount => KeyFile.pick({ client_email: true, private_key: true }).parse(parsed(key))

export const GoogleKeySaveRequest = z.strictObject({ key: KeyText })
export type GoogleKeySaveRequest = z.infer<typeof GoogleKeySaveRequest>

/** Where the key comes from. A key in the settings wins over one of the environment. */
export const GoogleKeySource = z.enum(['settings', 'environment'])

/**
 * The key in use, without the key itself. `email`: the address to share spreadsheets with. `environmentEmail`: that of the environment's
 * key, which is used while there is none in the settings. null: there is none.
 */
export const GoogleKey = z.object({
  source: GoogleKeySource.nullable(),
  email: z.string().nullable(),
  savedAt: z.iso.datetime().nullable(),
  environmentEmail: z.string().nullable(),
})
export type GoogleKey = z.infer<typeof GoogleKey>
export const GoogleKeyResponse = z.object({ google: GoogleKey })
export type GoogleKeyResponse = z.infer<typeof GoogleKeyResponse>

export const GoogleTestRequest = SheetRef
/** `sheetName`: the title of the document. `tab`: the name of the tab that was written, read and removed. */
export const GoogleTestResponse = z.object({ sheetName: z.string(), tab: z.string(), message: z.string() })
export type GoogleTestResponse = z.infer<typeof GoogleTestResponse>
