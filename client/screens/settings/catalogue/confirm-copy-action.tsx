import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { catalogueScreenMessages as messages } from '#shared/catalogue-screen-messages.ts'
import type { CatalogueStore } from '#shared/catalogue.ts'

const changes = {
  switchOff: { title: 'Remove the copy', action: 'Remove', question: messages.switchOff, done: messages.announced.switchedOff },
  readAgain: { title: 'Read again', action: 'Read again', question: messages.readAgain, done: messages.announced.readAgain },
} as const
export type CopyAction = keyof typeof changes

type Props = { change: CopyAction; copy: CatalogueStore; onClose: () => void }

/** Asks, and removes a store's copy or has it read again. */
export function ConfirmCopyAction({ change, copy: { storeId: id, storeName }, onClose }: Props) {
  const { title, action, question, done } = changes[change]
  const options = {
    onSuccess: async () => {
      await cache.products.catalogue.invalidate()
      announce(done)
      onClose()
    },
  }
  const rebuild = api.products.catalogue.rebuild.useMutation(options)
  const update = api.products.catalogue.updateStore.useMutation(options)
  const { isPending, error } = change === 'readAgain' ? rebuild : update
  return (
    <Confirm
      title={title}
      question={question(storeName)}
      action={action}
      isBusy={isPending}
      refused={error ? say(error, messages.saveFailed) : undefined}
      onConfirm={() => (change === 'readAgain' ? rebuild.mutate({ id }) : update.mutate({ id, isOn: false }))}
      onCancel={onClose}
    />
  )
}
