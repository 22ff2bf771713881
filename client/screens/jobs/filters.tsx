import { statusLooks, typeName } from '#client/format/job-words.ts'
import { switchStore, useStoreSwitch } from '#client/session/chosen-store.ts'
import { StoreButton } from '#client/ui/store-button.tsx'
import { UrlSelect } from '#client/ui/url-select.tsx'
import { JobStatus, JobType } from '#shared/jobs.ts'
import classes from './jobs-screen.module.css'
import { useJobSearch, useJobStores } from './use-job-search.ts'

/** The filters of the jobs list: status, type and store. */
export function JobFilters() {
  const { search, change, changeAndWait } = useJobSearch()
  const stores = useJobStores()
  useStoreSwitch(({ id }) => change({ store: id }))
  // Choosing an inactive store only filters this list: it does not become the chosen store of the other screens.
  return (
    <fieldset className={classes.filters} aria-label="Filters">
      <UrlSelect
        aria-label="Status"
        value={search.status ?? ''}
        onChoose={(chosen) => changeAndWait({ status: JobStatus.safeParse(chosen).data })}
        data={[{ value: '', label: 'All statuses' }, ...JobStatus.options.map((value) => ({ value, label: statusLooks[value].label }))]}
      />
      <UrlSelect
        aria-label="Type"
        value={search.type ?? ''}
        onChoose={(chosen) => changeAndWait({ type: JobType.safeParse(chosen).data })}
        data={[{ value: '', label: 'All types' }, ...JobType.options.map((value) => ({ value, label: typeName(value) }))]}
      />
      <StoreButton
        size="xs"
        stores={stores}
        chosenId={search.store ?? null}
        allLabel="All stores"
        onChoose={(store) => (store?.active ? switchStore(store) : change({ store: store?.id }))}
      />
    </fieldset>
  )
}
