import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CopyPlace } from '#drizzle/catalogue/copy.ts'
import type { CatalogueSearchRequest } from '#shared/catalogue.ts'
import { AppError } from '#shared/errors.ts'
import { decodeCursor, encodeCursor } from '#server/rows/cursor-text.ts'

const Cursor = z.object({ list: z.string(), value: z.union([z.string(), z.number(), z.null()]), tie: z.string().max(100) })

/** Identifies the list that a cursor belongs to. */
function listOf({ storeIds, search, filters, sortKey, reverse }: CatalogueSearchRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([storeIds, search, filters, sortKey, reverse]))
    .digest('base64url')
    .slice(0, 16)
}

export const encodeCatalogueCursor = (request: CatalogueSearchRequest, place: CopyPlace): string =>
  encodeCursor({ list: listOf(request), ...place })

/** The place after which the page begins; null for the first page. Throws INVALID_CURSOR where the cursor is damaged or of another search. */
export function decodeCatalogueCursor(request: CatalogueSearchRequest): CopyPlace | null {
  if (request.cursor === undefined) return null
  const { list, ...place } = decodeCursor(Cursor, request.cursor)
  if (list !== listOf(request)) throw new AppError('INVALID_CURSOR')
  return place
}
