import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { messages } from '#shared/messages.ts'
import type { Webhook } from '#shared/webhooks.ts'

/** Asks, and deletes a webhook with its deliveries. */
export function DeleteWebhook({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = api.settings.webhooks.remove.useMutation({
    onSuccess: async () => {
      await cache.settings.webhooks.list.invalidate()
      announce(messages.announced.webhookDeleted)
      onClose()
    },
  })
  return (
    <Confirm
      title="Delete webhook"
      question={messages.webhooks.deleteConfirm(name)}
      action="Delete"
      isBusy={remove.isPending}
      refused={remove.error ? say(remove.error, messages.webhooks.deleteFailed) : undefined}
      onConfirm={() => remove.mutate({ id })}
      onCancel={onClose}
    />
  )
}
