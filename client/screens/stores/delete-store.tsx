import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { messages } from '#shared/messages.ts'
import type { Store } from '#shared/stores.ts'

/** Asks for confirmation, deletes the store, and shows a failure. */
export function DeleteStore({ store, onClose }: { store: Store; onClose: () => void }) {
  const remove = api.stores.remove.useMutation({
    onSuccess: async () => {
      await cache.stores.invalidate()
      announce(messages.announced.storeDeleted)
      onClose()
    },
  })
  return (
    <Confirm
      title="Delete store"
      question={messages.stores.deleteConfirm(store.name)}
      action="Delete"
      isBusy={remove.isPending}
      refused={remove.error ? say(remove.error, messages.stores.deleteFailed) : undefined}
      onConfirm={() => remove.mutate({ id: store.id })}
      onCancel={onClose}
    />
  )
}
