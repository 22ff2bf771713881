import { Text } from '@mantine/core'
import { useDestinations } from '#client/export/destinations.ts'
import { Moment } from '#client/format/moment.tsx'
import { typeName } from '#client/format/job-words.ts'
import { relativeTime } from '#client/format/relative-time.ts'
import { calendarWords } from '#client/format/schedule-words.ts'
import { capitalized } from '#client/format/words.ts'
import { JobStores } from '#client/jobs/job-stores.tsx'
import { OutcomeBadge, ScheduleBadge } from '#client/schedules/outcome.tsx'
import { datesInWords } from '#client/schedules/periods.ts'
import { targetWords } from '#client/schedules/result-target.ts'
import { ScheduleActions, type ScheduleDialogName } from '#client/schedules/schedule-actions.tsx'
import { tableRoles } from '#client/ui/table-roles.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import tableClasses from '../job-table.module.css'
import classes from './schedules.module.css'

type Props = { schedule: Schedule; /** The time on this machine, in ms. */ now: number; onOpen: (dialog: ScheduleDialogName) => void }

/** A schedule: its facts in one row, and below it why it is paused or what the last run has to say. */
export function ScheduleRows({ schedule, now, onOpen }: Props) {
  const { name, type, dates, delivers, stores, state, pausedReason, calendar, timezone, nextRuns, lastRun, ownerName } = schedule
  const [next] = nextRuns
  const { data } = useDestinations()
  return (
    <tbody role={tableRoles.rowGroup} className={tableClasses.job}>
      <tr role={tableRoles.row}>
        <th scope="row" role={tableRoles.rowHeader}>
          <span className={tableClasses.title}>
            <bdi>{name}</bdi>
            <ScheduleBadge state={state} />
          </span>
          <span className={tableClasses.request}>
            {[
              capitalized(typeName(type)),
              dates && datesInWords(dates),
              delivers === 'changes' && scheduleMessages.deliversLabels.changes,
              ...targetWords(schedule, data?.destinations),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </th>
        <td role={tableRoles.cell}>
          <JobStores stores={stores} />
        </td>
        <td role={tableRoles.cell}>
          {calendarWords(calendar)}
          <span className={classes.under}>{timezone}</span>
        </td>
        <td role={tableRoles.cell} data-label="Next run">
          {next === undefined ? '–' : relativeTime(next, now)}
          {next !== undefined && (
            <span className={classes.under}>
              <Moment at={next} zone={timezone} isZoned />
            </span>
          )}
        </td>
        <td role={tableRoles.cell} data-label="Last run">
          {lastRun ? <OutcomeBadge outcome={lastRun.outcome} /> : '–'}
          {lastRun && (
            <span className={classes.under}>
              <Moment at={lastRun.due ?? lastRun.startedAt} zone={timezone} isZoned />
            </span>
          )}
        </td>
        <td role={tableRoles.cell} data-label="Owner">
          <bdi>{ownerName ?? scheduleMessages.noOwner}</bdi>
        </td>
        <td role={tableRoles.cell} className={tableClasses.actions}>
          <ScheduleActions schedule={schedule} onOpen={onOpen} />
        </td>
      </tr>
      {(pausedReason !== null || lastRun?.reason) && (
        <tr role={tableRoles.row}>
          <td role={tableRoles.cell} colSpan={7} className={tableClasses.more}>
            {pausedReason !== null && (
              <Text size="xs">
                {pausedReason} {scheduleMessages.howToGoOn}
              </Text>
            )}
            {lastRun?.reason && <Text size="xs">{scheduleMessages.lastRunSaid(lastRun.reason)}</Text>}
          </td>
        </tr>
      )}
    </tbody>
  )
}
