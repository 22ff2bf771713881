import { useState, type Dispatch, type SetStateAction } from 'react'
import type { Selection } from './table.tsx'

const nothing: Selection = {}

/** The selected rows of a list. A new key is a new list, with nothing selected. */
export function useSelection(key: string): [Selection, Dispatch<SetStateAction<Selection>>] {
  const [selection, select] = useState(nothing)
  const [listKey, setListKey] = useState(key)
  if (listKey !== key) {
    setListKey(key)
    select(nothing)
  }
  return [listKey === key ? selection : nothing, select]
}

export const selectedIds = (selection: Selection): string[] => Object.keys(selection).filter((id) => selection[id])

/**
 * Toggles the row `to`, and gives all rows between it and `from` the same state. `ids`: the rows of the page in their order. A row that is
 * not on the page starts no range.
 */
export function selectBetween(selection: Selection, ids: readonly string[], from: string, to: string): Selection {
  const isSelected = selection[to] !== true
  const ends = [ids.indexOf(from), ids.indexOf(to)]
  const range = ends.includes(-1) ? [to] : ids.slice(Math.min(...ends), Math.max(...ends) + 1)
  const others = Object.entries(selection).filter(([id]) => !range.includes(id))
  return Object.fromEntries([...others, ...(isSelected ? range.map((id) => [id, true] as const) : [])])
}

/** The selected items, also those of other pages, in the order of their selection. `items`: the page that is shown. */
export function useSelectedItems<Item>(selection: Selection, items: readonly Item[], idOf: (item: Item) => string): Item[] {
  const [known, setKnown] = useState<ReadonlyMap<string, Item>>(new Map())
  const ids = selectedIds(selection)
  const fresh = items.filter((item) => selection[idOf(item)] && known.get(idOf(item)) !== item)
  const isForgotten = known.size > ids.length && [...known.keys()].some((id) => !selection[id])
  if (fresh.length > 0 || isForgotten) {
    const all = new Map([...known, ...fresh.map((item) => [idOf(item), item] as const)])
    setKnown(new Map([...all].filter(([id]) => selection[id])))
  }
  return ids.flatMap((id) => known.get(id) ?? fresh.find((item) => idOf(item) === id) ?? [])
}
