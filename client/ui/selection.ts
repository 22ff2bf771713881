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
