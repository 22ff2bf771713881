import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

/** Whether a list of this length needs a search. Shorter lists fit on the screen. */
export const wantsSearch = (stores: number): boolean => stores > 5

/** A search field over a list of stores with checkboxes. */
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
      // In a form, Enter would submit it too early.
      if (event.key === 'Enter') event.preventDefault()
    }}
  />
)
