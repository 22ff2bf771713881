import type { ShopbaseSettings } from '../settings.ts'
import type { Shop } from '../shop.ts'
import type { BadParameter } from './filters.ts'

/** One request to a known address. */
export type Call = {
  readonly shop: Shop<ShopbaseSettings>
  readonly query: URLSearchParams
  /** The id in the path, if any. */
  readonly id: string
}
export type Reply = { readonly status: number; readonly body: unknown }
export type Route = { readonly pattern: RegExp; readonly respond: (call: Call) => Reply }

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 250

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const notFound: Reply = { status: 404, body: { errors: 'Not Found' } }

export const isBad = (found: readonly unknown[] | BadParameter): found is BadParameter => 'reason' in found
export const refused = ({ parameter, reason }: BadParameter): Reply => ({ status: 422, body: { errors: { [parameter]: [reason] } } })

/** The number of rows per answer, up to the maximum; null if the parameter is not a positive whole number. */
export function limitOf(query: URLSearchParams): number | null {
  const asked = query.get('limit') ?? String(DEFAULT_LIMIT)
  return /^[1-9]\d{0,8}$/.test(asked) ? Math.min(MAX_LIMIT, Number(asked)) : null
}

export const badLimit = refused({ parameter: 'limit', reason: `must be a number from 1 to ${MAX_LIMIT}` })

/** Only the requested fields, if the query names any. */
export function picked(document: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const fields = query.get('fields')
  if (!fields) return document
  const wanted = new Set(fields.split(',').map((field) => field.trim()))
  return Object.fromEntries(Object.entries(document).filter(([key]) => wanted.has(key)))
}
