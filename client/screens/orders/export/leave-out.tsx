import { Button, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api, cache } from '#client/api.ts'
import { focus } from '#client/export/focus.ts'
import { messages } from '#shared/messages.ts'
import type { Store, StoreState } from '#shared/stores.ts'

/** The states in which no export succeeds. */
const failing: readonly (StoreState | null)[] = ['refused', 'unreachable']

const reasonOf = ({ name, state, stateReason }: Store): string =>
  state === 'refused' && stateReason ? stateReason : messages.platform.unreachable(name)

type Props = {
  chosen: readonly string[]
  onChoose: (storeIds: string[]) => void
  /** The last export of the dialog failed. */ hasFailed: boolean
}

/** Names the chosen stores whose shop fails, and offers to export the others without them. */
export function LeaveOut({ chosen, onChoose, hasFailed }: Props) {
  // Not the list of the screen, which may be older than the failure.
  const { data } = api.stores.list.useQuery({ active: true, permission: 'orders:read' }, { refetchOnMount: 'always' })
  useEffect(() => {
    if (hasFailed) void cache.stores.list.invalidate()
  }, [hasFailed])
  const [left, setLeft] = useState<readonly string[]>([])
  const down = data?.stores.filter(({ id, state }) => chosen.includes(id) && failing.includes(state)) ?? []
  if (down.length === 0)
    return left.length > 0 ? (
      // The button that was pressed is gone.
      <Text size="sm" c="dimmed" role="status" tabIndex={-1} ref={focus} mt="xs">
        {messages.orderExport.storesLeftOut(left)}
      </Text>
    ) : null
  const names = down.map(({ name }) => name)
  const others = chosen.filter((id) => down.every((store) => store.id !== id))
  return (
    <div>
      <Text role="status" size="sm" mt="xs" c="var(--mantine-color-error)">
        {messages.orderExport.storesDown(down.map(reasonOf))}
      </Text>
      {others.length > 0 && (
        <Button
          size="xs"
          variant="default"
          mt={6}
          onClick={() => {
            setLeft(names)
            onChoose(others)
          }}
        >
          {messages.orderExport.leaveOut(names)}
        </Button>
      )}
    </div>
  )
}
