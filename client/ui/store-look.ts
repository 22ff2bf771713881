import { createContext } from 'react'
import { storeColorNumber } from '#shared/store-color.ts'

/**
 * White text has a contrast of at least 4.5:1 on each colour. Each colour is distinct from the backgrounds of both themes. The first ones,
 * which the first stores get, differ most.
 */
const colors = ['#1d4ed8', '#b42318', '#15803d', '#a34a00', '#6d28d9', '#0f766e', '#be185d', '#57606a', '#0369a1', '#a21caf'] as const

/** The numbers of the colours of all stores that the person sees, by id. The frame of the screens provides them. */
export const StoreColors = createContext<Readonly<Record<string, number>>>({})

/** The colour of a store on all screens. A store that is not in `numbers`, such as a deleted one, has the colour of its id. */
export const storeColor = (id: string, numbers: Readonly<Record<string, number>>): string =>
  colors[numbers[id] ?? storeColorNumber(id)] ?? colors[0]

/** One or two letters for a store: the initials of its first two words, or the first two letters of its only word. */
export function storeMonogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [name]
  const [one = [], two] = words.map((word) => Array.from(word))
  const letters = two ? [one[0], two[0]] : one.slice(0, 2)
  return letters.join('').toLocaleUpperCase('en')
}
