import { startTransition, useState } from 'react'
import { useListKeys } from './list-keys.ts'

type Options = {
  /** The search of the URL. */
  searched: string
  onSearch: (text: string) => void
  /** null: the person may not export. */
  onExport: (() => void) | null
  /** The field of the search is open from the start. */
  startsSearching?: boolean
}

/**
 * Whether a list's search, filters and list of keys are open, and the keys that open them. A search in the URL always shows its field, and
 * closing the field clears it.
 */
export function useListTools({ searched, onSearch, onExport, startsSearching = false }: Options) {
  const [isSearchOpened, setSearchOpened] = useState(startsSearching)
  const [isSearchAsked, setSearchAsked] = useState(false)
  const [isFiltering, setFiltering] = useState(false)
  const [isExplaining, setExplaining] = useState(false)
  const isSearching = isSearchOpened || searched !== ''
  const cancelSearch = () => {
    setSearchOpened(false)
    if (searched) onSearch('')
  }
  const openSearch = () => {
    setSearchOpened(true)
    setSearchAsked(true)
  }
  const search = () => {
    openSearch()
    document.querySelector<HTMLInputElement>('main search input')?.focus()
  }
  useListKeys({ search, export: onExport, help: () => setExplaining(true) })
  return {
    isSearching,
    /** Whether the person opened the search, and not the screen. */
    isSearchAsked,
    isFiltering,
    isExplaining,
    closeKeys: () => setExplaining(false),
    cancelSearch,
    /** Props of the buttons that open and close them. */
    buttons: {
      isSearching,
      onSearching: () => startTransition(() => (isSearching ? cancelSearch() : openSearch())),
      isFiltering,
      onFiltering: () => startTransition(() => setFiltering((isOpen) => !isOpen)),
      onKeys: () => setExplaining(true),
    },
  }
}
