import { useCallback, useState, type Dispatch, type SetStateAction } from 'react'
import type { Selection } from './table-columns.ts'

/** The rows that are selected one by one, and whether instead everything is that matches, on all pages. */
type Selected = { rows: Selection; isAll: boolean }
const nothing: Selected = { rows: {}, isAll: false }

type Change = SetStateAction<Selection>

/**
 * The selection of a list. Each change of a row ends the selection of everything. It starts from the rows of the `page`, if there is one,
 * where everything was selected.
 */
export type ListSelection = Selected & { change: (action: Change, page?: readonly string[]) => void; selectAll: () => void }

/**
 * A new key is a new list, with nothing selected. Each selection belongs to its list, because a press can be drawn only after another list
 * is shown.
 */
export function useSelection(key: string): ListSelection {
  const [list, setList] = useState({ key })
  if (list.key !== key) setList({ key })
  const [selected, setSelected] = useState({ ...nothing, list })
  const change = useCallback(
    (action: Change, page?: readonly string[]) =>
      setSelected((before) => {
        const { rows, isAll } = before.list === list ? before : nothing
        const shown = isAll && page ? allOf(page) : rows
        return { rows: typeof action === 'function' ? action(shown) : action, isAll: false, list }
      }),
    [list],
  )
  const selectAll = useCallback(() => setSelected((before) => ({ ...before, isAll: true, list })), [list])
  const { rows, isAll } = selected.list === list ? selected : nothing
  return { rows, isAll, change, selectAll }
}

const allOf = (ids: readonly string[]): Selection => Object.fromEntries(ids.map((id) => [id, true as const]))

/** The selection as a page shows it, and its change from there. `ids`: the rows of the page. */
export function usePageSelection({ rows, isAll, change }: ListSelection, ids: readonly string[]) {
  const onSelect = (action: Change) => change(action, ids)
  // Rows render again with each other function.
  return { selection: isAll ? allOf(ids) : rows, onSelect: isAll ? onSelect : change }
}

export const selectedIds = (selection: Selection): string[] => Object.keys(selection).filter((id) => selection[id])

/** The rows `from` and `to` and all between them. `ids`: the rows of the page in their order. A row that is not on the page starts no range. */
export type Range = { ids: readonly string[]; from: string; to: string }

/** Selects the rows of a range, or takes them out of the selection. */
export function selectRange(selection: Selection, { ids, from, to }: Range, isSelected: boolean): Selection {
  const ends = [ids.indexOf(from), ids.indexOf(to)]
  const range = ends.includes(-1) ? [to] : ids.slice(Math.min(...ends), Math.max(...ends) + 1)
  const others = Object.entries(selection).filter(([id]) => !range.includes(id))
  return Object.fromEntries([...others, ...(isSelected ? range.map((id) => [id, true] as const) : [])])
}

type Select = Dispatch<Change>

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
    (action: Change) => {
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
