import { Text } from '@mantine/core'
import { useState } from 'react'
import type { JobType } from '#shared/jobs.ts'
import { newestOfMine, useBegunSince } from './queries.ts'

/** Why an export that somebody waits for does not move, as its record says. To be drawn from the moment that it is begun. */
export function Waiting({ type }: { type: JobType }) {
  const [before] = useState(newestOfMine)
  const job = useBegunSince(type, before)
  return (
    <Text size="sm" role="status">
      {job?.waitingFor && `Waiting: ${job.waitingFor}`}
    </Text>
  )
}
