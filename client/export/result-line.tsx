import { skipToken } from '@tanstack/react-query'
import { Text } from '@mantine/core'
import { api } from '#client/api.ts'
import { resultWords } from '#client/format/job-words.ts'
import type { ExportResult } from './progress.ts'

/** What an export gave: rows, size and file name. The record of a download knows its rows, so they follow. */
export function ResultLine({ known, jobId }: ExportResult) {
  const { data } = api.export.jobs.get.useQuery(jobId === null ? skipToken : { id: jobId })
  return <Text size="sm">{data ? resultWords(data.job) : known}</Text>
}
