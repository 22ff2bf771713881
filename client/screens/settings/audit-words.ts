import { capitalized } from '#client/format/words.ts'
import { z } from 'zod'

const Change = z.strictObject({ before: z.unknown().optional(), after: z.unknown().optional() })
const RoleGiven = z.strictObject({ role_id: z.string().nullable(), store_id: z.string().nullable() })

export type Names = ReadonlyMap<string, string>
/** One field of an entry's details: its new or requested value, and its previous value if it was recorded. */
export type Line = { field: string; value: string; before?: string }

function objectInWords(value: object, names: Names): string {
  const given = RoleGiven.safeParse(value).data
  if (given) {
    const { role_id: role, store_id: store } = given
    return `${role === null ? 'Unknown role' : capitalized(role)} in ${store === null ? 'all stores' : (names.get(store) ?? store)}`
  }
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${inWords(part, names)}`)
  return parts.join(', ') || 'none'
}

/** A recorded value as text. Store ids become the stores' current names. */
function inWords(value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map((part) => inWords(part, names)).join(', ')
  if (typeof value === 'object') return objectInWords(value, names)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return names.get(text) ?? text
}

function lineOf(field: string, value: unknown, names: Names): Line {
  const change = Change.safeParse(value).data
  if (!change || !('before' in change || 'after' in change)) return { field, value: inWords(value, names) }
  return { field, before: inWords(change.before, names), value: inWords(change.after, names) }
}

/** The details of an entry, one line for each field. */
export const linesOf = (details: Readonly<Record<string, unknown>>, names: Names): Line[] =>
  Object.entries(details).map(([field, value]) => lineOf(field.replaceAll('_', ' '), value, names))
