import { z } from 'zod'
import { limits } from '#shared/limits.ts'

/** A query-string boolean for REST, a boolean for tRPC. */
export const flag = z.union([z.boolean(), z.stringbool()])

/** The cursor of the next page, under the same name in every list. Null on the last page. */
export const NextCursor = z.string().nullable().describe('Goes into cursor for the next page; null on the last page.')

/** The page of a short list, which is answered as a whole if the request has no limit. */
export const optionalPage = {
  limit: z.coerce.number().int().min(1).max(limits.maxPageSize).optional().describe('The whole list where left out.'),
  cursor: z.string().min(1).max(limits.cursorLength).optional(),
}
export type OptionalPage = { limit?: number | undefined; cursor?: string | undefined }

/** The cursors of the pages up to this one, for Previous. Empty on the first page. */
export const Trail = z.array(z.string().max(limits.cursorLength)).max(500)
/** The page of a list in its URL. */
export const searchedPage = {
  limit: z
    .literal([...limits.pageSizes])
    .default(limits.defaultPageSize)
    .catch(limits.defaultPageSize),
  trail: Trail.default([]).catch([]),
}
type Paged = { trail: readonly string[] }

/** The three navigations of a paged list. Every change except paging returns to the first page. */
export const next = <S extends Paged>(search: S, cursor: string): S => ({ ...search, trail: [...search.trail, cursor] })
export const previous = <S extends Paged>(search: S): S => ({ ...search, trail: search.trail.slice(0, -1) })
export const change = <S extends Paged>(search: S, patch: Partial<Omit<S, 'trail'>>): S => ({ ...search, ...patch, trail: [] })
