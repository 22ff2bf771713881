import { Anchor, Progress as Bar, Stack, Text } from '@mantine/core'
import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import type { Progress } from './progress.ts'

const doing = { preparing: 'Preparing the export…', exporting: 'Exporting…' }

/** How far the export is, and how it ended. */
export function ProgressView({ progress }: { progress: Progress }) {
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
        {progress.warning && <Text size="sm">{messages.export.note(progress.warning)}</Text>}
      </Banner>
    )
  return (
    <Stack gap={6}>
      <Text size="sm" role="status">
        {doing[progress.state]} {progress.percent}%
      </Text>
      <Bar value={progress.percent} aria-label="Export progress" />
    </Stack>
  )
}
