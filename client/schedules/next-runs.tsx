import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#client/api.ts'
import { say } from '#client/failure.ts'
import { momentIn, offsetIn } from '#client/format/store-time.ts'
import { dayInWords } from '#client/format/words.ts'
import { limits } from '#shared/limits.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { SchedulePreviewRequest, type Schedule, type SchedulePreview } from '#shared/schedules.ts'
import { calendarOf, datesIn, type ScheduleDraft } from './draft.ts'
import classes from './schedule-form.module.css'

/** `kept`: the dates of the schedule that is changed. */
type Props = { draft: ScheduleDraft; kept: Schedule['dates']; /** The time zones of the stores. */ storeZones: readonly string[] }

/** When a schedule would run next. The server is asked once the fields have rested for a moment. */
export function NextRuns({ draft, kept, storeZones }: Props) {
  const asked = JSON.stringify({ calendar: calendarOf(draft), timezone: draft.timezone, dates: datesIn(draft, kept), storeZones })
  const [settled] = useDebouncedValue(asked, limits.searchPauseMs)
  const request = SchedulePreviewRequest.safeParse(JSON.parse(settled))
  return (
    <section className={classes.next} aria-label="Next runs">
      <Text fw={550} size="sm">
        Next runs
      </Text>
      {request.success ? <Runs request={request.data} /> : <Mistake sentence={request.error.issues[0]?.message} />}
    </section>
  )
}

const Mistake = ({ sentence }: { sentence: string | undefined }) => (
  <Text size="sm" role="status" c="var(--mantine-color-error)" mt={4}>
    {sentence}
  </Text>
)

/** Which days are exported. The server's preview does not know when a schedule has run, so it has no first day for those since then. */
function exportedDays(dates: SchedulePreviewRequest['dates'], days: NonNullable<SchedulePreview['days']>): string {
  const to = days.to && dayInWords(days.to)
  if (dates?.from === 'last-run') return scheduleMessages.lastRunDays(dates.to && to)
  return scheduleMessages.firstRunDays(days.from && dayInWords(days.from), to)
}

function Runs({ request }: { request: SchedulePreviewRequest }) {
  const { data, error } = api.export.schedules.preview.useQuery(request, { placeholderData: keepPreviousData, retry: false })
  const { timezone, dates } = request
  if (error) return <Mistake sentence={say(error, scheduleMessages.previewFailed)} />
  const days = data?.days
  return (
    <>
      <ol className={classes.runs}>
        {data?.nextRuns.map((run) => (
          <li key={run}>
            <time dateTime={run}>{momentIn(timezone, run)}</time> <span className={classes.zone}>{offsetIn(timezone, run)}</span>
          </li>
        ))}
      </ol>
      {days && (
        <Text size="sm" className={classes.days ?? ''} mt={4}>
          {exportedDays(dates, days)}
        </Text>
      )}
    </>
  )
}
