import { useCallback, useState, type Dispatch, type SetStateAction } from 'react'
import type { Selection } from './table-columns.ts'

/** The rows that are selected one by one, and whether instead everything is that matches, on all pages. */
type Selected = { rows: Selection; isAll: boolean }
const nothing: Selected = { rows: {}, isAll: false }

/** The selection of a list. Each change of a row ends the selection of everything. */
export type ListSelection = Selected & { change: Dispatch<SetStateAction<Selection>>; selectAll: () => void }

/** A new key is a new list, with nothing selected. */
export function useSelection(key: string): ListSelection {
  const [selected, setSelected] = useState(nothing)
  const [listKey, setListKey] = useState(key)
  if (listKey !== key) {
    setListKey(key)
    setSelected(nothing)
  }
  const change = useCallback(
    (action: SetStateAction<Selection>) =>
      setSelected((before) => ({ rows: typeof action === 'function' ? action(before.rows) : action, isAll: false })),
    [],
  )
  const selectAll = useCallback(() => setSelected((before) => ({ ...before, isAll: true })), [])
  return { ...(listKey === key ? selected : nothing), change, selectAll }
}

/** The selection as a page shows it, and its change from there. `ids`: the rows of the page. */
export function usePageSelection({ rows, isAll, change }: ListSelection, ids: readonly string[]) {
  const shown: Selection = isAll ? Object.fromEntries(ids.map((id) => [id, true as const])) : rows
  const onSelect = (action: SetStateAction<Selection>) => change(isAll && typeof action === 'function' ? action(shown) : action)
  // Rows render again with each other function.
  return { selection: shown, onSelect: isAll ? onSelect : change }
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

type Select = Dispatch<SetStateAction<Selection>>

/**
 * The selected items, also those of other pages, in the order of their selection, and what rows call to select. That keeps the items of the
 * page at once, because the page can be another one before the selection is drawn. `items`: the page that is shown.
 */
export function useSelectedItems<Item>(
  selection: Selection,
  onSelect: Select,
  items: readonly Item[],
  idOf: (item: Item) => string,
): { selected: Item[]; select: Select } {
  const [known, setKnown] = useState<ReadonlyMap<string, Item>>(new Map())
  const select = useCallback(
    (action: SetStateAction<Selection>) => {
      setKnown((before) => new Map([...before, ...items.map((item) => [idOf(item), item] as const)]))
      onSelect(action)
    },
    [onSelect, items, idOf],
  )
  const ids = selectedIds(selection)
  const fresh = items.filter((item) => selection[idOf(item)] && known.get(idOf(item)) !== item)
  const isForgotten = known.size > ids.length && [...known.keys()].some((id) => !selection[id])
  if (fresh.length > 0 || isForgotten) {
    const all = new Map([...known, ...fresh.map((item) => [idOf(item), item] as const)])
    setKnown(new Map([...all].filter(([id]) => selection[id])))
  }
  return { selected: ids.flatMap((id) => known.get(id) ?? fresh.find((item) => idOf(item) === id) ?? []), select }
}
