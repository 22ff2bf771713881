import { useState, type Dispatch, type SetStateAction } from 'react'
import type { Selection } from './table.tsx'

const nothing: Selection = {}

/** The chosen rows of one list. A list with another key is another list: there, nothing is chosen yet. */
export function useSelection(key: string): [Selection, Dispatch<SetStateAction<Selection>>] {
  const [selection, select] = useState(nothing)
  const [listKey, setListKey] = useState(key)
  if (listKey !== key) {
    setListKey(key)
    select(nothing)
  }
  return [listKey === key ? selection : nothing, select]
}

/** The ids of the chosen rows. */
export const selectedIds = (selection: Selection): string[] => Object.keys(selection).filter((id) => selection[id])
