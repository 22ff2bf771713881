import { StateBadge } from '#client/ui/state-badge.tsx'
import { colorOf } from '#client/format/job-words.ts'
import type { RunOutcome, Schedule } from '#shared/schedules.ts'

const looks: Record<RunOutcome, { label: string; color: string }> = {
  queued: { label: 'Waiting', color: colorOf('waiting') },
  running: { label: 'Running', color: colorOf('running') },
  completed: { label: 'Completed', color: colorOf('completed') },
  incomplete: { label: 'Incomplete', color: colorOf('incomplete') },
  failed: { label: 'Failed', color: colorOf('failed') },
  cancelled: { label: 'Cancelled', color: colorOf('cancelled') },
  skipped: { label: 'Left out', color: 'gray' },
  refused: { label: 'Not started', color: 'red' },
}
const states: Record<Schedule['state'], { label: string; color: string }> = {
  active: { label: 'Active', color: 'green' },
  paused: { label: 'Paused', color: 'orange' },
}

/** How a run of a schedule ended, or how far it is. */
export const OutcomeBadge = ({ outcome }: { outcome: RunOutcome }) => <StateBadge {...looks[outcome]} />

export const ScheduleBadge = ({ state }: Pick<Schedule, 'state'>) => <StateBadge {...states[state]} />
