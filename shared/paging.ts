import { z } from 'zod'

/** A query-string boolean for REST, a boolean for tRPC. */
export const flag = z.union([z.boolean(), z.stringbool()])

/** The cursors behind Previous: empty on the first page, one more for each page forward. */
export const Trail = z.array(z.string().max(2_000)).max(500)
type Paged = { trail: readonly string[] }

/** The three moves of a paged list. Every change but paging goes back to the first page. */
export const next = <S extends Paged>(search: S, cursor: string): S => ({ ...search, trail: [...search.trail, cursor] })
export const previous = <S extends Paged>(search: S): S => ({ ...search, trail: search.trail.slice(0, -1) })
export const change = <S extends Paged>(search: S, patch: Partial<Omit<S, 'trail'>>): S => ({ ...search, ...patch, trail: [] })
