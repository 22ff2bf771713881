import { isDeepStrictEqual } from 'node:util'

type Fields = Record<string, unknown>

/** The old and new values of the changed fields, for the audit entry. */
export function changesOf<Kept extends Fields>(before: Kept, after: Kept): Record<string, { before: unknown; after: unknown }> {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]))
}
