import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { IconDownload, IconExternalLink, IconPlayerStop, IconRefresh, IconRestore } from '@tabler/icons-react'
import { api } from '#client/api.ts'
import { downloadFile } from '#client/download.ts'
import { say } from '#client/failure.ts'
import type { ReactNode } from 'react'
import type { Job, JobFile } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import classes from './jobs.module.css'
import { refreshJobs } from './queries.ts'

const look = { size: 'compact-sm', variant: 'default' } as const

/** The actions of a job: fetch its result, cancel it, retry it, and the children. */
export function JobActions({ job, children }: { job: Job; children?: ReactNode }) {
  const cancel = api.export.jobs.cancel.useMutation({ onSettled: refreshJobs })
  const retry = api.export.jobs.retry.useMutation({ onSettled: refreshJobs })
  const refused =
    (cancel.error && say(cancel.error, messages.jobs.cancelFailed)) ?? (retry.error && say(retry.error, messages.jobs.retryFailed))
  return (
    <div className={classes.actions}>
      {job.files.map((file) => (
        <FileButton key={file.id} file={file} />
      ))}
      {job.sheet && (
        <Button
          {...look}
          component="a"
          href={job.sheet.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={14} aria-hidden />}
          aria-label={`Open the sheet ${job.sheet.name}`}
        >
          Open the sheet
        </Button>
      )}
      {job.canCancel && (
        <Button
          {...look}
          loading={cancel.isPending}
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={() => cancel.mutate({ id: job.id })}
        >
          Cancel
        </Button>
      )}
      {job.canRetry && (
        <Button
          {...look}
          loading={retry.isPending}
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => retry.mutate({ id: job.id })}
        >
          Retry
        </Button>
      )}
      {job.canStartOver && (
        <Button
          {...look}
          loading={retry.isPending}
          leftSection={<IconRestore size={14} aria-hidden />}
          onClick={() => retry.mutate({ id: job.id, startOver: true })}
        >
          Start over
        </Button>
      )}
      {children}
      {refused && <Refused sentence={refused} />}
    </div>
  )
}

function FileButton({ file }: { file: JobFile }) {
  const fetching = useMutation({ mutationFn: downloadFile })
  const { url, name } = file
  if (url === null) return <Text size="xs">{name} has expired</Text>
  return (
    <>
      <Button
        {...look}
        loading={fetching.isPending}
        leftSection={<IconDownload size={14} aria-hidden />}
        title={name}
        onClick={() => fetching.mutate({ url, name })}
      >
        Download
      </Button>
      {fetching.error && <Refused sentence={say(fetching.error, messages.jobs.downloadFailed)} />}
    </>
  )
}

const Refused = ({ sentence }: { sentence: string }) => (
  <Text size="xs" c="var(--mantine-color-error)" role="alert" w="100%">
    {sentence}
  </Text>
)
