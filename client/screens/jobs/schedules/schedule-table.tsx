import type { ScheduleDialogName } from '#client/schedules/schedule-actions.tsx'
import { tableRoles } from '#client/ui/table-roles.ts'
import type { Schedule } from '#shared/schedules.ts'
import classes from '../job-table.module.css'
import { ScheduleRows } from './schedule-rows.tsx'

type Props = {
  schedules: readonly Schedule[]
  /** The time on this machine, in ms. */
  now: number
  onOpen: (dialog: ScheduleDialogName, schedule: Schedule) => void
}

const headings = ['What', 'Stores', 'How often', 'Next run', 'Last run', 'Owner']

/** Schedules as a table; on a narrow screen, each is a card. */
export function ScheduleTable({ schedules, now, onOpen }: Props) {
  return (
    <table role={tableRoles.table} className={classes.table} data-density="roomy" aria-label="Schedules">
      <thead role={tableRoles.rowGroup}>
        <tr role={tableRoles.row}>
          {headings.map((heading) => (
            <th key={heading} scope="col" role={tableRoles.columnHeader}>
              {heading}
            </th>
          ))}
          <th scope="col" role={tableRoles.columnHeader} className={classes.number}>
            Actions
          </th>
        </tr>
      </thead>
      {schedules.map((schedule) => (
        <ScheduleRows key={schedule.id} schedule={schedule} now={now} onOpen={(dialog) => onOpen(dialog, schedule)} />
      ))}
    </table>
  )
}
