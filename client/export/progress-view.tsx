import { Anchor, Progress as Bar, Stack, Text } from '@mantine/core'
import { Waiting } from '#client/jobs/waiting.tsx'
import { Banner } from '#client/ui/banner.tsx'
import type { JobType } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { ResultLine } from './result-line.tsx'
import type { ExportProgress } from './progress.ts'

const doing = { preparing: 'Preparing the export…', exporting: 'Exporting…' }

/** The progress and the outcome of an export. */
export function ProgressView({ progress, type }: { progress: ExportProgress; type: JobType }) {
  if (progress.state === 'idle') return null
  if (progress.state === 'error') return <Banner kind="error">{progress.message}</Banner>
  if (progress.state === 'success')
    return (
      <Banner kind="success">
        {progress.message}
        {progress.sheetUrl && (
          <>
            {' '}
            <Anchor href={progress.sheetUrl} target="_blank" rel="noreferrer" inherit underline="always">
              Open the sheet
            </Anchor>
          </>
        )}
        {progress.result && <ResultLine {...progress.result} />}
        {progress.warning && <Text size="sm">{messages.export.note(progress.warning)}</Text>}
      </Banner>
    )
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {doing[progress.state]} {progress.percent}%
      </Text>
      <Bar value={progress.percent} aria-label="Export progress" />
      <Waiting type={type} />
    </Stack>
  )
}
