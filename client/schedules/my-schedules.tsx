import { Text } from '@mantine/core'
import { say } from '#client/failure.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { calendarWords } from '#client/format/schedule-words.ts'
import { useNow } from '#client/jobs/use-now.ts'
import rows from '#client/ui/small-list.module.css'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { OutcomeBadge, ScheduleBadge } from './outcome.tsx'
import { useSchedules } from './queries.ts'
import { ScheduleActions, type ScheduleDialogName } from './schedule-actions.tsx'
import classes from './schedules.module.css'

type Props = { onOpen: (dialog: ScheduleDialogName, schedule: Schedule) => void }

/** One's own schedules in small, folded. Nothing is shown where there are none. */
export function MySchedules({ onOpen }: Props) {
  const { data, error, dataUpdatedAt } = useSchedules(true)
  const now = useNow(dataUpdatedAt)
  if (error && !data)
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {say(error, scheduleMessages.loadFailed)}
      </Text>
    )
  if (!data || data.schedules.length === 0) return null
  return (
    <details className={classes.mine}>
      <summary>{scheduleMessages.mine(data.schedules.length, data.schedules.filter(isPaused).length)}</summary>
      <ul className={rows.list} aria-label="My schedules">
        {data.schedules.map((schedule) => (
          <li key={schedule.id}>
            <Line schedule={schedule} now={now} />
            <ScheduleActions schedule={schedule} onOpen={(dialog) => onOpen(dialog, schedule)} />
          </li>
        ))}
      </ul>
    </details>
  )
}

const isPaused = ({ state }: Schedule) => state === 'paused'

function Line({ schedule, now }: { schedule: Schedule; now: number }) {
  const { name, state, calendar, pausedReason, lastRun } = schedule
  const [next] = schedule.nextRuns
  return (
    <>
      <div className={rows.line}>
        <Text component="span" fw={550} size="sm">
          <bdi>{name}</bdi>
        </Text>
        <ScheduleBadge state={state} />
      </div>
      <Text size="xs" c="dimmed">
        {[calendarWords(calendar), next && `next ${relativeTime(next, now)}`].filter(Boolean).join(' · ')}
      </Text>
      {pausedReason !== null && (
        <Text size="xs">
          {pausedReason} {scheduleMessages.howToGoOn}
        </Text>
      )}
      {lastRun && (
        <div className={rows.line}>
          <span className={rows.dimmed}>Last run</span>
          <OutcomeBadge outcome={lastRun.outcome} />
        </div>
      )}
      {lastRun?.reason && <Text size="xs">{lastRun.reason}</Text>}
    </>
  )
}
