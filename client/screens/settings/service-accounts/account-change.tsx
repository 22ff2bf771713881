import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { messages } from '#shared/messages.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'
import { refreshKeys } from '../refresh-keys.ts'

const announced = messages.announced
const words = messages.serviceAccounts
const changes = {
  deactivate: { action: 'Deactivate', question: words.deactivateConfirm, failed: words.saveFailed, done: announced.serviceAccountSaved },
  activate: { action: 'Activate', question: words.activateConfirm, failed: words.saveFailed, done: announced.serviceAccountSaved },
  remove: { action: 'Delete', question: words.deleteConfirm, failed: words.deleteFailed, done: announced.serviceAccountDeleted },
} as const
export type AccountChange = keyof typeof changes

type Props = { change: AccountChange; account: ServiceAccount; onClose: () => void }

/** Asks for confirmation, makes the change, and shows a failure. */
export function ChangeAccount({ change, account: { id, name }, onClose }: Props) {
  const { action, question, failed, done } = changes[change]
  const options = {
    onSuccess: async () => {
      await refreshKeys()
      announce(done)
      onClose()
    },
  }
  const update = api.users.serviceAccounts.update.useMutation(options)
  const remove = api.users.serviceAccounts.remove.useMutation(options)
  const { isPending, error } = change === 'remove' ? remove : update
  const send = () => (change === 'remove' ? remove.mutate({ id }) : update.mutate({ id, is_active: change === 'activate' }))
  return (
    <Confirm
      title={`${action} service account`}
      question={question(name)}
      action={action}
      isBusy={isPending}
      refused={error ? say(error, failed) : undefined}
      onConfirm={send}
      onCancel={onClose}
    />
  )
}
