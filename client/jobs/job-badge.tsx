import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconClockPause,
  IconLoader,
  IconPlayerPlay,
  IconX,
  type Icon,
} from '@tabler/icons-react'
import type { Job } from '#shared/jobs.ts'
import { lookOf, stateOf, type JobState } from '#client/format/job-words.ts'

const icons: Record<JobState, Icon> = {
  pending: IconClockPause,
  waiting: IconClock,
  active: IconPlayerPlay,
  running: IconLoader,
  completed: IconCheck,
  incomplete: IconAlertTriangle,
  cancelled: IconBan,
  failed: IconX,
}

/** The state of a job, by word, icon and colour. */
export function JobBadge({ job }: { job: Job }) {
  const { label, color } = lookOf(job)
  const StateIcon = icons[stateOf(job)]
  return (
    <Badge color={color} leftSection={<StateIcon size={12} stroke={2.25} aria-hidden />} style={{ flex: 'none' }}>
      {label}
    </Badge>
  )
}
