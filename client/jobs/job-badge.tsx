import { Badge } from '@mantine/core'
import type { Job } from '#shared/jobs.ts'
import { lookOf } from '#client/format/job-words.ts'

export function JobBadge({ job }: { job: Job }) {
  const { label, color } = lookOf(job)
  return (
    <Badge size="sm" variant="light" color={color} tt="none" fw={550} style={{ flex: 'none' }}>
      {label}
    </Badge>
  )
}
