import { Anchor, Group, Text } from '@mantine/core'

/** How many rows are chosen, with the way to let go of them; nothing where there are none. */
export function SelectedCount({ count, onClear }: { count: number; onClear: () => void }) {
  if (count === 0) return null
  return (
    <Group gap={4}>
      <Text size="sm">{count} selected</Text>
      <Anchor component="button" type="button" size="sm" p={4} onClick={onClear}>
        Clear selection
      </Anchor>
    </Group>
  )
}
