import type { Schedule } from '#shared/schedules.ts'
import { ChangeSchedule } from './change-schedule.tsx'
import type { ScheduleDialogName } from './schedule-actions.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'

type Props = { dialog: ScheduleDialogName; schedule: Schedule; onClose: () => void }

/** The open dialog about a schedule. */
export function ScheduleDialogs({ dialog, schedule, onClose }: Props) {
  if (dialog === 'runs') return <ScheduleRuns schedule={schedule} onClose={onClose} />
  if (dialog === 'remove' || dialog === 'takeOver') return <ChangeSchedule change={dialog} schedule={schedule} onClose={onClose} />
  return <ScheduleDialog source={{ from: 'schedule', schedule }} onClose={onClose} />
}
