import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconPlugConnected } from '@tabler/icons-react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { messages } from '#shared/messages.ts'
import { storeMessages } from '#shared/store-messages.ts'
import type { Store, StoreTestResponse } from '#shared/stores.ts'
import { ShopDifferences } from './shop-differences.tsx'
import classes from './stores.module.css'

function Connected({ message, shopName, limits, differences, store }: StoreTestResponse & { store: Store }) {
  return (
    <>
      <Text size="sm" className={classes.good}>
        <IconCircleCheck size={16} aria-hidden /> {message}
      </Text>
      <Text size="sm" c="dimmed">
        {shopName}
      </Text>
      {limits.map((limit) => (
        <Text key={limit} size="sm" className={classes.limited}>
          <IconAlertTriangle size={16} aria-hidden /> {limit}
        </Text>
      ))}
      <ShopDifferences store={store} differences={differences} />
    </>
  )
}

type Props = {
  store: Store
  /** Receives the failure or the limits that a test found; `null` while a test runs. */
  onTold: (reason: string | null) => void
}

/** Tests the connection to the shop and shows the result. */
export function ConnectionTest({ store, onTold }: Props) {
  const test = api.stores.test.useMutation({
    onMutate: () => onTold(null),
    onSuccess: ({ limits }) => onTold(storeMessages.limitedBy(limits)),
    onError: (error) => onTold(say(error, messages.stores.connectionFailed)),
    // The card shows the state that the test found.
    onSettled: () => cache.stores.list.invalidate(),
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        loading={test.isPending}
        leftSection={<IconPlugConnected size={16} stroke={1.75} />}
        onClick={() => test.mutate({ id: store.id })}
      >
        Test
      </Button>
      <div role="status" className={classes.result}>
        {test.data && <Connected {...test.data} store={store} />}
        {test.error && (
          <Text size="sm" className={classes.bad}>
            <IconAlertTriangle size={16} aria-hidden /> {say(test.error, messages.stores.connectionFailed)}
          </Text>
        )}
      </div>
    </>
  )
}
