import { Button, Text } from '@mantine/core'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { messages } from '#shared/messages.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import type { Store } from '#shared/stores.ts'
import classes from './stores.module.css'

/** Sends the browser to the shop, which approves the app of the store once more. */
export function ApproveAgain({ store }: { store: Store }) {
  const reconnect = api.stores.reconnect.useMutation({ onSuccess: ({ url }) => window.location.assign(url) })
  return (
    <>
      <Button variant="default" size="xs" mt="md" loading={reconnect.isPending} onClick={() => reconnect.mutate({ id: store.id })}>
        {connectMessages.approval.approveAgain}
      </Button>
      {reconnect.error && (
        <Text role="alert" size="sm" className={classes.bad}>
          {say(reconnect.error, messages.stores.saveFailed)}
        </Text>
      )}
    </>
  )
}
