import { Anchor } from '@mantine/core'
import { IconFileDatabase, IconFileSpreadsheet, IconFileTypeCsv, IconFileZip, IconJson, IconTable, type Icon } from '@tabler/icons-react'
import { fileSize } from '#client/format/file-size.ts'
import { deliveryWords } from '#client/format/job-words.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import type { ExportFormat } from '#shared/export-format.ts'
import { formatLabels, sheetLabel } from '#shared/format-messages.ts'
import type { Job } from '#shared/jobs.ts'
import classes from './job-target.module.css'

const icons: Record<ExportFormat, Icon> = {
  csv: IconFileTypeCsv,
  'csv.gz': IconFileZip,
  xlsx: IconFileSpreadsheet,
  jsonl: IconJson,
  parquet: IconFileDatabase,
}

/** What there is to know of the file's whereabouts; null where nothing is. */
function fileState({ status, files, destination, filesExpireAt }: Job, now: number): string | null {
  if (filesExpireAt !== null) return `expires ${relativeTime(filesExpireAt, now)}`
  if (files.some(({ url }) => url === null)) return 'expired'
  return status === 'completed' && files.length === 0 && destination.kind === 'csv' ? 'sent to the browser' : null
}

/** Where the rows of a job go: a file with its size and expiry, or a sheet. */
export function JobTarget({ job, now }: { job: Job; now: number }) {
  const { format, name, bytes, url } = job.destination
  const KindIcon = format ? icons[format] : IconTable
  const label = format ? formatLabels[format] : sheetLabel
  const state = fileState(job, now)
  const delivered = deliveryWords(job)
  return (
    <span className={classes.destination}>
      <KindIcon size={18} stroke={1.6} aria-hidden />
      <span className={classes.words}>
        {url === null ? (
          <span title={name ?? undefined}>{bytes === null ? label : `${label}, ${fileSize(bytes)}`}</span>
        ) : (
          <Anchor href={url} target="_blank" rel="noreferrer" inherit>
            {name ?? sheetLabel}
          </Anchor>
        )}
        {delivered !== null && <span title={job.delivery?.target ?? undefined}>{delivered}</span>}
        {state && <span className={classes.state}>{state}</span>}
      </span>
    </span>
  )
}
