import { api, cache } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { messages } from '#shared/messages.ts'
import type { Member } from '#shared/users.ts'
import { memberName } from './members.ts'

const team = messages.team
const changes = {
  deactivate: { title: 'Deactivate user', action: 'Deactivate', question: () => team.deactivateConfirm, failed: team.deactivateFailed },
  reactivate: { title: 'Reactivate user', action: 'Reactivate', question: () => team.reactivateConfirm, failed: team.reactivateFailed },
  endSessions: { title: 'End sessions', action: 'End sessions', question: team.endSessionsConfirm, failed: team.endSessionsFailed },
  resetSecondFactor: {
    title: 'Reset second factor',
    action: 'Reset',
    question: team.resetFactorConfirm,
    failed: team.resetFactorFailed,
  },
  remove: { title: 'Delete user permanently', action: 'Delete', question: team.removeConfirm, failed: team.removeFailed },
} as const
export type Change = keyof typeof changes

type Props = { change: Change; user: Member; onClose: () => void }

/** Asks for confirmation, makes the change, and shows a failure. */
export function MemberChange({ change, user, onClose }: Props) {
  const options = {
    onSuccess: async () => {
      await cache.users.invalidate()
      announce(messages.announced.personChanged)
      onClose()
    },
  }
  const deactivate = api.users.deactivate.useMutation(options)
  const update = api.users.update.useMutation(options)
  const remove = api.users.remove.useMutation(options)
  const endSessions = api.users.endSessions.useMutation(options)
  const resetSecondFactor = api.users.resetSecondFactor.useMutation(options)
  const { id } = user
  const calls = {
    deactivate: { ...deactivate, send: () => deactivate.mutate({ id }) },
    reactivate: { ...update, send: () => update.mutate({ id, is_active: true }) },
    endSessions: { ...endSessions, send: () => endSessions.mutate({ id }) },
    resetSecondFactor: { ...resetSecondFactor, send: () => resetSecondFactor.mutate({ id }) },
    remove: { ...remove, send: () => remove.mutate({ id }) },
  }
  const { title, action, question, failed } = changes[change]
  const { send, isPending, error } = calls[change]
  return (
    <Confirm
      title={title}
      question={question(memberName(user))}
      action={action}
      isBusy={isPending}
      refused={error ? failed(say(error)) : undefined}
      onConfirm={send}
      onCancel={onClose}
    />
  )
}
