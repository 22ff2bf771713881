import type { Neighbours } from './panel-keys.ts'

/** The moves from the open item to those above and below it. An item that is not on the page has none. */
export function neighboursOf<Item>(items: readonly Item[], isOpen: (item: Item) => boolean, open: (item: Item) => void): Neighbours {
  const index = items.findIndex(isOpen)
  const moveTo = (item: Item | undefined) => (item === undefined ? null : () => open(item))
  return index === -1 ? { previous: null, next: null } : { previous: moveTo(items[index - 1]), next: moveTo(items[index + 1]) }
}
