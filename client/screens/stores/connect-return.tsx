import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { api, cache } from '#client/api.ts'
import { hiddenIn, say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { messages } from '#shared/messages.ts'
import { shopRefusals, type ShopRefusal } from '#shared/shop-refusals.ts'
import type { ConnectOutcome } from '#shared/store-connect.ts'
import { connectMessages } from '#shared/connect-messages.ts'
import { SaveLimited } from './save-limited.tsx'

/** `onAgain`: opens the form of a new store; undefined for those who may not. */
type Props = { outcome: ConnectOutcome; onSaved: () => void; onClose: () => void; onAgain: (() => void) | undefined }

function Buttons({ onClose, onAgain }: Pick<Props, 'onClose' | 'onAgain'>) {
  return (
    <Group justify="flex-end" gap="xs" mt="xl">
      <Button variant="default" onClick={onClose}>
        {connectMessages.approval.close}
      </Button>
      {onAgain && <Button onClick={onAgain}>{connectMessages.approval.again}</Button>}
    </Group>
  )
}

function Refused({ kind, ...buttons }: { kind: ShopRefusal } & Pick<Props, 'onClose' | 'onAgain'>) {
  const { sentence, next } = shopRefusals[kind]
  return (
    <>
      <Banner kind="error" title={sentence}>
        {next}
      </Banner>
      <Buttons {...buttons} />
    </>
  )
}

/** Saves the approved store, once, and first without consent to hidden data. */
function Finish({ onSaved, onClose, onAgain }: Omit<Props, 'outcome'>) {
  const finish = api.stores.finishConnect.useMutation({
    onSuccess: async () => {
      // The list that the returning browser is still loading may lack the store, and a query without data does not begin again.
      await cache.stores.list.cancel()
      await cache.stores.invalidate()
      announce(messages.announced.storeSaved)
      onSaved()
    },
  })
  const isBegun = useRef(false)
  const { mutate } = finish
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    mutate({ refuseIfLimited: true })
  }, [mutate])
  const hidden = hiddenIn(finish.error)
  if (hidden)
    return (
      <>
        <SaveLimited hidden={hidden} isBusy={finish.isPending} onSave={() => mutate({ refuseIfLimited: false })} />
        <Buttons onClose={onClose} onAgain={undefined} />
      </>
    )
  if (!finish.error) return <CentredSpinner label={connectMessages.approval.saving} />
  return (
    <>
      <Banner kind="error">{say(finish.error, messages.stores.saveFailed)}</Banner>
      <Buttons onClose={onClose} onAgain={onAgain} />
    </>
  )
}

/** What a browser finds that returns from an approval: the store is saved, or why not and what to do next. */
export function ConnectReturn({ outcome, ...rest }: Props) {
  return (
    <Dialog title={connectMessages.approval.title} onClose={rest.onClose} closeOnClickOutside={false}>
      {outcome === 'approved' ? (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {connectMessages.approval.approved}
          </Text>
          <Finish {...rest} />
        </>
      ) : (
        <Refused kind={outcome} {...rest} />
      )}
    </Dialog>
  )
}
