import { isDeepStrictEqual } from 'node:util'

type Fields = Record<string, unknown>

/** Old and new values of the fields that differ, for the entry of the call that changed them. */
export function changesOf<Kept extends Fields>(before: Kept, after: Kept): Record<string, { before: unknown; after: unknown }> {
  const names = Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]))
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]))
}
