import { Anchor, Group, Text } from '@mantine/core'

/** The number of selected rows, announced on change, with a button to clear the selection. Renders no text for 0. */
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
