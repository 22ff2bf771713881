import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { messages } from '#shared/messages.ts'
import type { View } from '#shared/views.ts'
import { refreshViews } from './views.ts'

type Props = { view: View; onDeleted: () => void; onCancel: () => void }

/** Asks before a view is deleted. The list keeps what it shows. */
export function DeleteView({ view, onDeleted, onCancel }: Props) {
  const remove = api.profile.views.remove.useMutation({
    onSuccess: async () => {
      await refreshViews()
      announce(messages.views.deleted)
      onDeleted()
    },
  })
  return (
    <Confirm
      title="Delete view"
      question={messages.views.deleteConfirm(view.name, view.shared)}
      action="Delete"
      isBusy={remove.isPending}
      refused={remove.error ? say(remove.error, messages.views.deleteFailed) : undefined}
      onConfirm={() => remove.mutate({ id: view.id })}
      onCancel={onCancel}
    />
  )
}
