import { copyProblem } from '#client/format/copy-problem.ts'
import { copyPhase } from '#client/format/copy-phase.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { counted } from '#client/format/words.ts'
import type { CatalogueStore } from '#shared/catalogue.ts'

const minuteMs = 60_000
/** More stores that fail are only counted: with their names, the line would push the list off a phone. */
const namedAtMost = 2

/** "within the last minute", "within the last 5 minutes", otherwise in hours. */
function within(ageMs: number): string {
  const minutes = Math.ceil(ageMs / minuteMs)
  if (minutes <= 1) return 'within the last minute'
  return minutes < 120 ? `within the last ${minutes} minutes` : `within the last ${Math.ceil(minutes / 60)} hours`
}

/** "last seen 3 hours ago", or that it was never seen as a whole. `now` in ms. */
export function lastSeen({ checkedAt, products }: Pick<CatalogueStore, 'checkedAt' | 'products'>, now: number): string {
  if (checkedAt !== null) return `last seen ${relativeTime(checkedAt, now)}`
  return products > 0 ? 'only partly read' : 'not seen yet'
}

/** "1 of 6 stores is", "2 of 6 stores are". */
const some = (count: number, of: number, [one, several]: readonly [string, string]) =>
  `${count} of ${counted(of, 'store')} ${count === 1 ? one : several}`

const allOf = (count: number, of: number) => {
  if (count < of) return `${count} of ${counted(of, 'store')}`
  return of === 1 ? '1 store' : `All ${of} stores`
}

/** How fresh the copies are, in one line of a few sentences: first what is wrong. `now` in ms. */
export function freshnessWords(copies: readonly CatalogueStore[], now: number): string[] {
  const of = (...phases: ReturnType<typeof copyPhase>[]) => copies.filter((copy) => phases.includes(copyPhase(copy)))
  const [failing, reading, again, ready, off] = [of('failing'), of('first'), of('again'), of('again', 'ready'), of('off')]
  const products = reading.reduce((sum, copy) => sum + copy.products, 0)
  const ages = ready.flatMap(({ checkedAt }) => (checkedAt === null ? [] : now - Date.parse(checkedAt)))
  return [
    ...(failing.length > namedAtMost
      ? [`${failing.length} of ${counted(copies.length, 'store')} could not be read`]
      : failing.map((copy) => `${copy.storeName}: ${lastSeen(copy, now)}, ${copyProblem(copy)}`)),
    ...(reading.length > 0
      ? [`${some(reading.length, copies.length, ['is', 'are'])} being read: ${counted(products, 'product')} so far`]
      : []),
    ...(again.length > 0 ? [`${some(again.length, copies.length, ['is', 'are'])} being read again`] : []),
    ...(ages.length > 0 ? [`${allOf(ready.length, copies.length)} checked ${within(Math.max(...ages))}`] : []),
    ...(off.length > 0 ? [some(off.length, copies.length, ['has no copy', 'have no copy'])] : []),
  ]
}
