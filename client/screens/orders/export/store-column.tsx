import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { focus } from '#client/export/focus.ts'
import { messages } from '#shared/messages.ts'

type Props = {
  /** Whether the column of the store's name is among the chosen ones. */
  hasIt: boolean
  onAdd: () => void
}

/** Offers the column that tells the orders of several stores apart. */
export function StoreColumn({ hasIt, onAdd }: Props) {
  const [isAdded, setAdded] = useState(false)
  if (hasIt)
    return isAdded ? (
      // The button that was pressed is gone.
      <Text size="sm" c="dimmed" role="status" tabIndex={-1} ref={focus}>
        {messages.orderExport.storeColumnAdded}
      </Text>
    ) : null
  return (
    <Group gap="xs">
      <Text size="sm">{messages.orderExport.storeColumnMissing}</Text>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          setAdded(true)
          onAdd()
        }}
      >
        Add the Store column
      </Button>
    </Group>
  )
}
