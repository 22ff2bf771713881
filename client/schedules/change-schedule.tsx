import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { announce } from '#client/ui/announce.ts'
import { Confirm } from '#client/ui/confirm.tsx'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { refreshSchedules } from './queries.ts'

const changes = {
  remove: {
    title: 'Delete schedule',
    action: 'Delete',
    question: ({ name }: Schedule) => scheduleMessages.deleteConfirm(name),
    done: scheduleMessages.deleted,
    failed: scheduleMessages.deleteFailed,
  },
  takeOver: {
    title: 'Take over schedule',
    action: 'Take over',
    question: ({ name, ownerName }: Schedule) => scheduleMessages.takeOverConfirm(name, ownerName),
    done: scheduleMessages.takenOver,
    failed: scheduleMessages.takeOverFailed,
  },
} as const
type Change = keyof typeof changes

type Props = { change: Change; schedule: Schedule; onClose: () => void }

/** Asks, makes the change, and shows a failure. */
export function ChangeSchedule({ change, schedule, onClose }: Props) {
  const { title, action, question, done, failed } = changes[change]
  const options = {
    onSuccess: async () => {
      await refreshSchedules()
      announce(done)
      onClose()
    },
  }
  const remove = api.export.schedules.remove.useMutation(options)
  const takeOver = api.export.schedules.takeOver.useMutation(options)
  const { mutate, isPending, error } = { remove, takeOver }[change]
  return (
    <Confirm
      title={title}
      question={question(schedule)}
      action={action}
      isBusy={isPending}
      refused={error ? say(error, failed) : undefined}
      onConfirm={() => mutate({ id: schedule.id })}
      onCancel={onClose}
    />
  )
}
