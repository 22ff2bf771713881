import { Text } from '@mantine/core'
import type { Store } from '#shared/stores.ts'
import { searchNotes } from './request.ts'

/** The limits of the search in some of the stores. */
export function SearchNotes({ stores }: { stores: readonly Store[] }) {
  return searchNotes(stores).map((note) => (
    <Text key={note} size="xs" c="dimmed" px="sm" py={6} role="note">
      {note}
    </Text>
  ))
}
