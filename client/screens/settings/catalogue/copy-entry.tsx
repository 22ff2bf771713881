import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { Can } from '#client/session/can.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { catalogueScreenMessages as messages } from '#shared/catalogue-screen-messages.ts'
import type { CatalogueStore } from '#shared/catalogue.ts'
import classes from '../settings.module.css'
import { ConfirmCopyAction, type CopyAction } from './confirm-copy-action.tsx'
import { copyWords, webhookWords } from './copy-words.ts'

type Props = { copy: CatalogueStore; /** In ms. */ now: number }

/** The copy of a store's products: whether it is kept, how fresh it is, and the way to have it read again. */
export function CopyEntry({ copy, now }: Props) {
  const { storeId: id, storeName: name, isOn, state } = copy
  const [asking, setAsking] = useState<CopyAction | null>(null)
  const told = webhookWords(copy)
  const turnOn = api.products.catalogue.updateStore.useMutation({ onSuccess: () => cache.products.catalogue.invalidate() })
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <Group gap={8}>
          <StoreMark id={id} name={name} />
          <Text fw={550}>{name}</Text>
        </Group>
        <Text c="dimmed" size="sm" mt={4}>
          {copyWords(copy, now)}
        </Text>
        {told !== null && (
          <Text c="dimmed" size="sm">
            {told}
          </Text>
        )}
        <Can do="stores.update" storeId={id}>
          <Checkbox
            mt={8}
            label="Keep a copy of this store's catalogue"
            aria-label={`Keep a copy of this store's catalogue: ${name}`}
            checked={isOn}
            disabled={turnOn.isPending}
            onChange={() => (isOn ? setAsking('switchOff') : turnOn.mutate({ id, isOn: true }))}
          />
        </Can>
        {turnOn.error && <Banner kind="error">{say(turnOn.error, messages.saveFailed)}</Banner>}
      </div>
      {isOn && (
        <Can do="stores.update" storeId={id}>
          <Button
            variant="default"
            size="xs"
            aria-label={`Read again: ${name}`}
            disabled={state === 'waiting' || state === 'filling'}
            onClick={() => setAsking('readAgain')}
          >
            Read again
          </Button>
        </Can>
      )}
      {asking && <ConfirmCopyAction change={asking} copy={copy} onClose={() => setAsking(null)} />}
    </li>
  )
}
