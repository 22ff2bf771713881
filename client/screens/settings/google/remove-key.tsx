import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { googleMessages } from '#shared/google-messages.ts'

/** Asks, and removes the saved key. `environmentEmail`: the account of the key that is used afterwards. */
export function RemoveKey({ environmentEmail, onClose }: { environmentEmail: string | null; onClose: () => void }) {
  const remove = api.settings.google.remove.useMutation({
    onSuccess: async () => {
      await cache.settings.google.get.invalidate()
      announce(googleMessages.removedNow)
      onClose()
    },
  })
  return (
    <Confirm
      title="Remove Google key"
      question={googleMessages.removeConfirm(environmentEmail)}
      action="Remove"
      isBusy={remove.isPending}
      refused={remove.error ? say(remove.error, googleMessages.removeFailed) : undefined}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  )
}
