import { z } from 'zod'

/** A query-string boolean for REST, a boolean for tRPC. */
export const flag = z.union([z.boolean(), z.stringbool()])

/** The cursors of the pages up to this one, for Previous. Empty on the first page. */
export const Trail = z.array(z.string().max(2_000)).max(500)
type Paged = { trail: readonly string[] }

/** The three navigations of a paged list. Every change except paging returns to the first page. */
export const next = <S extends Paged>(search: S, cursor: string): S => ({ ...search, trail: [...search.trail, cursor] })
export const previous = <S extends Paged>(search: S): S => ({ ...search, trail: search.trail.slice(0, -1) })
export const change = <S extends Paged>(search: S, patch: Partial<Omit<S, 'trail'>>): S => ({ ...search, ...patch, trail: [] })
