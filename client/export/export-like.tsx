import type { ReactNode } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import type { JobRequestResponse } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'

type Props = { jobId: string; children: (found: JobRequestResponse) => ReactNode }

/** The content of an export dialog that begins with the request of a job. */
export function ExportLike({ jobId, children }: Props) {
  const { data, error, refetch } = api.export.jobs.request.useQuery({ id: jobId })
  if (error) return <LoadFailure title={messages.jobs.requestFailed} sentence={say(error)} retry={() => void refetch()} />
  if (!data) return <CentredSpinner label="Loading the request" />
  return children(data)
}
