import { Anchor, Group, Text } from '@mantine/core'

/** How many rows are chosen, read out as it changes, with the way to let go of them; nothing where there are none. */
export function SelectedCount({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <Group gap={4}>
      <Text size="sm" role="status">
        {count > 0 && `${count} selected`}
      </Text>
      {count > 0 && (
        <Anchor component="button" type="button" size="sm" p={4} onClick={onClear}>
          Clear selection
        </Anchor>
      )}
    </Group>
  )
}
