// The cursors of clashes. A page can end at a code that no store of the caller has, so that its cursor is sealed: nobody reads a code of other stores.
import { z } from 'zod'
import { clashCodes } from '#shared/clash-rules.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { ClashPlace } from '#server/catalogue/compared.ts'
import { decodeListCursor, encodeListCursor } from '#server/catalogue/cursor.ts'
import { isPlainText } from '#server/procedure/plain-text.ts'

type Vaulted = Pick<Deps, 'vault'>

const boundTo = 'cursor of clashes'
const Place = z.tuple([z.enum(clashCodes), z.string().refine(isPlainText)])

export const encodeClashCursor = ({ vault }: Vaulted, request: object, { by, code }: ClashPlace): string =>
  encodeListCursor(request, vault.seal(JSON.stringify([by, code]), boundTo))

/** The code after which the page begins; null for the first page. Throws INVALID_CURSOR. */
export function decodeClashCursor({ vault }: Vaulted, request: { cursor?: string | undefined }): ClashPlace | null {
  const sealed = decodeListCursor(z.string(), request)
  if (sealed === null) return null
  try {
    const [by, code] = Place.parse(JSON.parse(vault.open(sealed, boundTo)))
    return { by, code }
  } catch (cause) {
    throw new AppError('INVALID_CURSOR', undefined, { cause })
  }
}
