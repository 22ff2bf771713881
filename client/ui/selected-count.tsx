import { Anchor, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  /** The rows that are selected one by one. */
  count: number
  /** Everything that matches is selected. */
  isAll: boolean
  /** The number of all that match; null where it is not known. */
  total: number | null | undefined
  /** Selects everything that matches. null: the page does not offer it. */
  onAll: (() => void) | null
  onClear: () => void
  /** What the selected rows come to, and what can be done with them. */
  children?: ReactNode
}

const matching = (total: number | null | undefined) =>
  typeof total === 'number' ? `${total.toLocaleString('en-US')} that match` : 'that match'

/**
 * The number of selected rows, announced on change, with a button to clear the selection. Where a whole page is selected, another one
 * selects all that match. Renders no text for 0.
 */
export function SelectedCount({ count, isAll, total, onAll, onClear, children }: Props) {
  const isAny = isAll || count > 0
  return (
    <Group gap={4}>
      <Text size="sm" role="status">
        {isAll ? `All ${matching(total)} selected` : count > 0 && `${count} selected`}
      </Text>
      {!isAll && count > 0 && children}
      {!isAll && onAll && count > 0 && (
        <Anchor component="button" type="button" size="sm" p={4} onClick={onAll}>
          Select all {matching(total)}
        </Anchor>
      )}
      {isAny && (
        <Anchor component="button" type="button" size="sm" p={4} onClick={onClear}>
          Clear selection
        </Anchor>
      )}
    </Group>
  )
}
