import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

/** Whether so many stores want a search: fewer are seen at once. */
export const wantsSearch = (stores: number): boolean => stores > 5

/** Narrows a list of stores that are ticked. */
export const StoreSearch = ({ value, onType }: { value: string; onType: (typed: string) => void }) => (
  <TextInput
    size="xs"
    mb={8}
    aria-label="Search stores"
    placeholder="Search stores"
    leftSection={<IconSearch size={14} aria-hidden />}
    value={value}
    onChange={({ currentTarget }) => onType(currentTarget.value)}
    onKeyDown={(event) => {
      // In a form it would send what is not finished.
      if (event.key === 'Enter') event.preventDefault()
    }}
  />
)
