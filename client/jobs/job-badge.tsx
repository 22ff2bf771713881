import { Badge } from '@mantine/core'
import type { JobStatus } from '#shared/jobs.ts'
import { statusLooks } from './wording.ts'

export function JobBadge({ status }: { status: JobStatus }) {
  const { label, color } = statusLooks[status]
  return (
    <Badge size="sm" variant="light" color={color} tt="none" fw={550} style={{ flex: 'none' }}>
      {label}
    </Badge>
  )
}
