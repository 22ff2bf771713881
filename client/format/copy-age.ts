import type { CatalogueStore } from '#shared/catalogue.ts'
import { relativeTime } from './relative-time.ts'

/** How old a store's copy is, or why there is none, in a few words. `products`: how many the copy has. `now` in ms. */
export function copyAge({ state, checkedAt, products }: Pick<CatalogueStore, 'state' | 'checkedAt' | 'products'>, now: number): string {
  if (state === 'off') return 'No copy'
  if (state === 'failing' && checkedAt === null) return products > 0 ? 'Partly read' : 'Not read yet'
  if (state === 'waiting' || checkedAt === null) return 'Being read'
  return `${state === 'failing' ? 'Last seen' : 'Checked'} ${relativeTime(checkedAt, now)}`
}
