import { getRouteApi } from '@tanstack/react-router'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { isDenied, say } from '#client/failure.ts'
import { useNow } from '#client/jobs/use-now.ts'
import { ExportLinks } from '#client/jobs/no-jobs-yet.tsx'
import { useSchedules } from '#client/schedules/queries.ts'
import type { ScheduleDialogName } from '#client/schedules/schedule-actions.tsx'
import { ScheduleDialogs } from '#client/schedules/schedule-dialogs.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadFailure } from '#client/ui/load-failure.tsx'
import { RefreshFailure } from '#client/ui/refresh-failure.tsx'
import { CentredSpinner } from '#client/ui/spinner.tsx'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import screenClasses from '../jobs-screen.module.css'
import { ScheduleTable } from './schedule-table.tsx'

const route = getRouteApi('/signed-in/jobs/schedules')

/** The schedules of the stores in reach, with the dialogs about one of them. The URL keeps whose runs are shown. */
export function Schedules() {
  const query = useSchedules(false)
  const { runs } = route.useSearch()
  const navigate = route.useNavigate()
  const [open, setOpen] = useState<{ dialog: ScheduleDialogName; schedule: Schedule } | null>(null)
  const { data, error, refetch, dataUpdatedAt } = query
  const now = useNow(dataUpdatedAt)
  if (error && (!data || isDenied(error)))
    return <LoadFailure title={scheduleMessages.loadFailed} sentence={say(error)} retry={() => void refetch()} />
  if (!data) return <CentredSpinner label="Loading schedules" />
  const { schedules } = data
  const asked = schedules.find(({ id }) => id === runs)
  const shown = open ?? (asked ? { dialog: 'runs' as const, schedule: asked } : null)
  const show = (id: string | undefined) => void navigate({ search: { runs: id }, resetScroll: false, replace: id === undefined })
  const close = () => (open ? setOpen(null) : show(undefined))
  return (
    <>
      <RefreshFailure query={query} />
      {schedules.length === 0 ? (
        <EmptyState icon={IconCalendarRepeat} title="No schedules" hint={scheduleMessages.none}>
          <ExportLinks />
        </EmptyState>
      ) : (
        <div className={screenClasses.rows}>
          <ScheduleTable
            schedules={schedules}
            now={now}
            onOpen={(dialog, schedule) => (dialog === 'runs' ? show(schedule.id) : setOpen({ dialog, schedule }))}
          />
        </div>
      )}
      {shown && <ScheduleDialogs {...shown} onClose={close} />}
    </>
  )
}
