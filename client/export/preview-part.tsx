import { Loader, Text } from '@mantine/core'
import { useId } from 'react'
import { say } from '#client/failure.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { ExportPreview } from '#shared/export.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { PreviewTable } from './preview-table.tsx'
import classes from './preview.module.css'

type Props = {
  /** The rows to show, which may be those of an earlier request while the next one is under way. */
  shown: ExportPreview | undefined
  error: unknown
  isFetching: boolean
  /** Said where there is no row. */
  none: string
}

/** The first rows of the file as they will be, from the shops' own items. */
export function PreviewPart({ shown, error, isFetching, none }: Props) {
  const heading = useId()
  return (
    <div className={classes.preview} aria-busy={isFetching}>
      <Text id={heading} size="xs" fw={550} c="dimmed" className={classes.previewHead ?? ''}>
        Preview: the first {limits.previewRows} rows {isFetching && <Loader size={12} />}
      </Text>
      {Boolean(error) && <Banner kind="error">{say(error, messages.export.previewFailed)}</Banner>}
      {shown && !error && <PreviewTable {...shown} none={none} labelledBy={heading} />}
    </div>
  )
}
