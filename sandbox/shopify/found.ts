import type { GraphQLResolveInfo } from 'graphql'
import type { Searchable } from './search/kinds.ts'
import { searchFor } from './search/search.ts'
import type { World } from './world.ts'

const FOUND_KEPT = 50

type Wanted<Row extends object> = {
  /** Sorted by `key`. */
  readonly rows: readonly Row[]
  readonly things: Searchable<Row>
  /** The results of earlier searches, newest last. */
  readonly kept: Map<string, readonly Row[]>
  readonly key: string
  readonly query: string
}

/** The result of a search, in order. The pages of a long walk share one search. */
export function found<Row extends object>(world: World, wanted: Wanted<Row>, info: GraphQLResolveInfo): readonly Row[] {
  const { rows, things, kept, key, query } = wanted
  const context = { timezone: world.shop.settings.timezone, now: world.shop.clock.now() }
  if (query.trim() === '') return rows
  const { test, parsed, warnings } = searchFor(things, query, context)
  if (warnings.length > 0) world.notices.push({ path: [info.path.key], query, parsed, warnings })
  const name = `${key} ${context.timezone} ${query}`
  const matches = kept.get(name) ?? rows.filter(test)
  if (/\bnow\b/.test(query)) return matches
  kept.delete(name)
  kept.set(name, matches)
  for (const oldest of kept.keys()) if (kept.size > FOUND_KEPT) kept.delete(oldest)
  return matches
}
