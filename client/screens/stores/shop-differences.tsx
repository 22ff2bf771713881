import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Can } from '#client/session/can.tsx'
import { messages } from '#shared/messages.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import type { ShopDifference, Store } from '#shared/stores.ts'
import classes from './stores.module.css'

/** The fields of the store that differ from its shop. A click copies the shop's value. */
export function ShopDifferences({ store, differences }: { store: Store; differences: readonly ShopDifference[] }) {
  const update = api.stores.update.useMutation()
  const [mended, setMended] = useState<readonly string[]>([])

  async function mend({ field, value }: ShopDifference) {
    await update.mutateAsync({ id: store.id, [field]: value })
    setMended((before) => [...before, field])
    await cache.stores.invalidate()
  }

  return (
    <>
      {differences
        .filter(({ field }) => !mended.includes(field))
        .map((difference) => (
          <div key={difference.field}>
            <Text size="sm" className={classes.limited}>
              <IconAlertTriangle size={16} aria-hidden /> {difference.message}
            </Text>
            <Can do="stores.update" storeId={store.id}>
              <Button variant="default" size="xs" mt={4} loading={update.isPending} onClick={() => void mend(difference).catch(() => {})}>
                {connectMessages.use[difference.field](difference.value)}
              </Button>
            </Can>
          </div>
        ))}
      {update.error && (
        <Text size="sm" className={classes.bad}>
          {say(update.error, messages.stores.saveFailed)}
        </Text>
      )}
    </>
  )
}
