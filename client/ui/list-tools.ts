import { useState } from 'react'

/** Whether a list's search and filters are open. A search in the URL always shows its field, and closing the field clears it. */
export function useListTools(searched: string, onSearch: (text: string) => void) {
  const [isSearchOpened, setSearchOpened] = useState(false)
  const [isFiltering, setFiltering] = useState(false)
  const isSearching = isSearchOpened || searched !== ''
  const cancelSearch = () => {
    setSearchOpened(false)
    if (searched) onSearch('')
  }
  return {
    isSearching,
    isFiltering,
    cancelSearch,
    /** Props of the buttons that open and close them. */
    buttons: {
      isSearching,
      onSearching: () => (isSearching ? cancelSearch() : setSearchOpened(true)),
      isFiltering,
      onFiltering: () => setFiltering(!isFiltering),
    },
  }
}
