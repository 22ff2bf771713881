import { ActionIcon, Button } from '@mantine/core'
import { IconFilter, IconKeyboard, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Count } from './count.tsx'

type Props = {
  isSearching: boolean
  onSearching: () => void
  isFiltering: boolean
  onFiltering: () => void
  /** Opens the list of keys. */
  onKeys: () => void
  /** The number of active filters. */
  filterCount: number
  /** The sort menu, if the list has one. */
  children: ReactNode
}

/** The buttons that open a list's search, filters and sort menu. */
export function ListToolbar({ isSearching, onSearching, isFiltering, onFiltering, onKeys, filterCount, children }: Props) {
  return (
    <>
      <ActionIcon variant="default" size={30} aria-label="Search" aria-expanded={isSearching} onClick={onSearching}>
        <IconSearch size={16} aria-hidden />
      </ActionIcon>
      <Button
        size="xs"
        variant="default"
        // The count has its room from the first, so that nothing moves when it comes.
        miw={112}
        justify="flex-start"
        aria-expanded={isFiltering}
        leftSection={<IconFilter size={14} aria-hidden />}
        onClick={onFiltering}
      >
        Filters
        <Count value={filterCount} />
      </Button>
      {children}
      <ActionIcon variant="default" size={30} visibleFrom="sm" aria-label="Keyboard shortcuts" aria-haspopup="dialog" onClick={onKeys}>
        <IconKeyboard size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}
