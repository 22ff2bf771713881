import { NativeSelect } from '@mantine/core'
import { statusLooks, typeName } from '#client/format/job-words.ts'
import { JobStatus, JobType } from '#shared/jobs.ts'
import classes from './jobs-screen.module.css'
import { useJobSearch, useJobStores } from './use-job-search.ts'

/** The filters of the jobs list: status, type and store. */
export function JobFilters() {
  const { search, change } = useJobSearch()
  const stores = useJobStores()
  return (
    <fieldset className={classes.filters} aria-label="Filters">
      <NativeSelect
        size="xs"
        aria-label="Status"
        value={search.status ?? ''}
        onChange={({ currentTarget }) => change({ status: JobStatus.safeParse(currentTarget.value).data })}
        data={[{ value: '', label: 'All statuses' }, ...JobStatus.options.map((value) => ({ value, label: statusLooks[value].label }))]}
      />
      <NativeSelect
        size="xs"
        aria-label="Type"
        value={search.type ?? ''}
        onChange={({ currentTarget }) => change({ type: JobType.safeParse(currentTarget.value).data })}
        data={[{ value: '', label: 'All types' }, ...JobType.options.map((value) => ({ value, label: typeName(value) }))]}
      />
      <NativeSelect
        size="xs"
        aria-label="Store"
        value={search.store ?? ''}
        onChange={({ currentTarget }) => change({ store: currentTarget.value || undefined })}
        data={[{ value: '', label: 'All stores' }, ...stores.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </fieldset>
  )
}
