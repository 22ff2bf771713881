import type { CatalogueStore } from '#shared/catalogue.ts'
import { relativeTime } from './relative-time.ts'

/** How old a store's copy is, or why there is none, in a few words. `now` in ms. */
export function copyAge({ state, checkedAt }: Pick<CatalogueStore, 'state' | 'checkedAt'>, now: number): string {
  if (state === 'off') return 'No copy'
  if (state === 'waiting' || checkedAt === null) return 'Being read'
  return `${state === 'failing' ? 'Last seen' : 'Checked'} ${relativeTime(checkedAt, now)}`
}
