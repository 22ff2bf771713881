import { Anchor, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  count: number
  onClear: () => void
  /** What the selected rows come to, and what can be done with them. */
  children?: ReactNode
}

/** The number of selected rows, announced on change, with a button to clear the selection. Renders no text for 0. */
export function SelectedCount({ count, onClear, children }: Props) {
  return (
    <Group gap={4}>
      <Text size="sm" role="status">
        {count > 0 && `${count} selected`}
      </Text>
      {count > 0 && children}
      {count > 0 && (
        <Anchor component="button" type="button" size="sm" p={4} onClick={onClear}>
          Clear selection
        </Anchor>
      )}
    </Group>
  )
}
