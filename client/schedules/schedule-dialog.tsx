import { useState } from 'react'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { typeName } from '#client/format/job-words.ts'
import { capitalized } from '#client/format/words.ts'
import { announce } from '#client/ui/announce.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import type { Store } from '#shared/stores.ts'
import { newSchedule, scheduleDraftOf, type Repeated } from './draft.ts'
import { useExportStores } from './queries.ts'
import { partsOfRequest } from './request-parts.ts'
import { SavedSchedule } from './saved-schedule.tsx'
import { ScheduleForm } from './schedule-form.tsx'

/** What the form begins with: the request of an export or of a job, or a schedule that is changed. */
export type ScheduleSource =
  | { from: 'export'; repeated: Repeated }
  | { from: 'job'; jobId: string }
  | { from: 'schedule'; schedule: Schedule }

type Props = { source: ScheduleSource; onClose: () => void }

/** The dialog of a schedule, from what it begins with to the word that it is saved. */
export function ScheduleDialog({ source, onClose }: Props) {
  if (source.from === 'job') return <OfJob jobId={source.jobId} onClose={onClose} />
  if (source.from === 'export') return <OfExport repeated={source.repeated} onClose={onClose} />
  return <OfExport repeated={source.schedule} schedule={source.schedule} onClose={onClose} />
}

function OfJob({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { data, error, refetch } = api.export.jobs.request.useQuery({ id: jobId })
  if (data) return <OfExport repeated={data} onClose={onClose} />
  return <Loading title={messages.jobs.requestFailed} error={error} retry={() => void refetch()} onClose={onClose} />
}

type LoadingProps = { title: string; error: unknown; retry: () => void; onClose: () => void }

const Loading = ({ title, error, retry, onClose }: LoadingProps) => (
  <Dialog onClose={onClose} title="Repeat export" size="lg">
    {error ? <LoadFailure title={title} sentence={say(error)} retry={retry} /> : <CentredSpinner label="Loading the export" />}
  </Dialog>
)

/** A name for a new schedule: what it exports, and the store if there is only one. */
function nameFor({ type }: Repeated, stores: readonly Store[]): string {
  const [store, ...others] = stores
  const what = capitalized(typeName(type))
  return (store && others.length === 0 ? `${what}, ${store.name}` : what).slice(0, limits.nameLength)
}

/** What the form begins with. `stores`: those of the export. */
const firstDraft = (repeated: Repeated, stores: readonly Store[], schedule: Schedule | undefined) =>
  schedule ? scheduleDraftOf(schedule) : newSchedule(repeated, nameFor(repeated, stores), stores[0]?.timezone ?? limits.defaultTimezone)

type OfExportProps = { repeated: Repeated; schedule?: Schedule; onClose: () => void }

function OfExport({ repeated, schedule, onClose }: OfExportProps) {
  const [made, setMade] = useState<Schedule>()
  const { data, error, refetch } = useExportStores(repeated.type)
  if (made) return <SavedSchedule schedule={made} onClose={onClose} />
  if (!data) return <Loading title={messages.stores.loadFailed} error={error} retry={() => void refetch()} onClose={onClose} />
  const { storeIds } = partsOfRequest(repeated.type, repeated.request)
  const own = data.stores.filter(({ id }) => storeIds.includes(id))
  const saved = (result: Schedule) => {
    announce(scheduleMessages.saved)
    if (schedule) onClose()
    else setMade(result)
  }
  return (
    <ScheduleForm
      first={firstDraft(repeated, own, schedule)}
      repeated={repeated}
      schedule={schedule}
      stores={data.stores}
      onSaved={saved}
      onClose={onClose}
    />
  )
}
