import { useState } from 'react'

/** Whether a list's search and filters are open. A search that is in the URL is always to be seen, and closing it ends it. */
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
    /** For the buttons that open and close them. */
    buttons: {
      isSearching,
      onSearching: () => (isSearching ? cancelSearch() : setSearchOpened(true)),
      isFiltering,
      onFiltering: () => setFiltering(!isFiltering),
    },
  }
}
