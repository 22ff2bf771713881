import { ActionIcon, Button, Text } from '@mantine/core'
import {
  IconCopy,
  IconHistory,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconTrash,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react'
import type { MouseEventHandler } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { refreshJobs } from '#client/jobs/queries.ts'
import { useViewer } from '#client/session/viewer.ts'
import { announce } from '#client/ui/announce.ts'
import { onFirstClick } from '#client/ui/first-click.ts'
import { mayExport } from '#shared/job-access.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { refreshSchedules } from './queries.ts'
import classes from './schedules.module.css'

/** The dialogs about one schedule. Duplicate, which has none, stands between them. */
const beforeCopy = ['runs', 'edit'] as const
const afterCopy = ['takeOver', 'remove'] as const
export type ScheduleDialogName = (typeof beforeCopy | typeof afterCopy)[number]
type Entry = { label: string; icon: Icon; color?: string; isFor: (schedule: Schedule) => boolean }

const entries: Record<ScheduleDialogName, Entry> = {
  runs: { label: 'History', icon: IconHistory, isFor: () => true },
  edit: { label: 'Edit', icon: IconPencil, isFor: ({ canEdit }) => canEdit },
  takeOver: { label: 'Take over', icon: IconUserCheck, isFor: ({ canTakeOver }) => canTakeOver },
  remove: { label: 'Delete', icon: IconTrash, color: 'red', isFor: ({ canManage }) => canManage },
}

/** The options of a change that is told when it is made. */
const told = (done: string) => ({ onSuccess: () => announce(done), onSettled: () => refreshSchedules() })

type Props = { schedule: Schedule; onOpen: (dialog: ScheduleDialogName) => void }

/** What the person may do with a schedule. */
export function ScheduleActions({ schedule, onOpen }: Props) {
  const { id, name, state, canEdit, canManage } = schedule
  const isCopyable = mayExport(useViewer(), schedule)
  const run = api.export.schedules.run.useMutation({
    onSuccess: () => announce(scheduleMessages.runAsked),
    onSettled: () => Promise.all([refreshSchedules(), refreshJobs()]),
  })
  const pause = api.export.schedules.pause.useMutation(told(scheduleMessages.paused))
  const resume = api.export.schedules.resume.useMutation(told(scheduleMessages.resumed))
  const duplicate = api.export.schedules.duplicate.useMutation(told(scheduleMessages.duplicated))
  const [change, label, ChangeIcon] =
    state === 'paused' ? ([resume, 'Resume', IconPlayerPlay] as const) : ([pause, 'Pause', IconPlayerPause] as const)
  const changes = [run, pause, resume, duplicate]
  const failed = changes.find(({ isError }) => isError)
  // What is under way keeps its state, so that its button stays busy.
  const forgetFailures = () => changes.filter(({ isError }) => isError).forEach(({ reset }) => reset())
  const act = ({ mutate }: (typeof changes)[number]) => {
    forgetFailures()
    mutate({ id })
  }
  const open = (dialog: ScheduleDialogName) => {
    forgetFailures()
    onOpen(dialog)
  }
  const icon = (dialog: ScheduleDialogName) =>
    entries[dialog].isFor(schedule) && <IconAction key={dialog} {...entries[dialog]} of={name} onClick={() => open(dialog)} />
  const look = { size: 'compact-sm', variant: 'default' } as const
  return (
    <div className={classes.actions}>
      {canEdit && (
        <Button
          {...look}
          aria-label={`Run now: ${name}`}
          loading={run.isPending}
          leftSection={<IconPlayerTrackNext size={14} aria-hidden />}
          onClick={() => act(run)}
        >
          Run now
        </Button>
      )}
      {canManage && (
        <Button
          {...look}
          aria-label={`${label}: ${name}`}
          loading={change.isPending}
          leftSection={<ChangeIcon size={14} aria-hidden />}
          onClick={onFirstClick(() => act(change))}
        >
          {label}
        </Button>
      )}
      <span className={classes.icons}>
        {beforeCopy.map(icon)}
        {isCopyable && (
          <IconAction
            label="Duplicate"
            icon={IconCopy}
            of={name}
            isBusy={duplicate.isPending}
            onClick={onFirstClick(() => act(duplicate))}
          />
        )}
        {afterCopy.map(icon)}
      </span>
      {failed && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" w="100%">
          {say(failed.error, scheduleMessages.changeFailed)}
        </Text>
      )}
    </div>
  )
}

type IconActionProps = Pick<Entry, 'label' | 'icon' | 'color'> & {
  /** The name of the schedule. */
  of: string
  isBusy?: boolean
  onClick: MouseEventHandler
}

const IconAction = ({ label, icon: ActionSymbol, color = 'gray', of: name, isBusy = false, onClick }: IconActionProps) => (
  <ActionIcon aria-label={`${label}: ${name}`} title={label} color={color} size={28} loading={isBusy} onClick={onClick}>
    <ActionSymbol size={16} stroke={1.75} aria-hidden />
  </ActionIcon>
)
