import { useNow } from '#client/jobs/use-now.ts'
import { useRepeat } from '#client/schedules/use-repeat.tsx'
import { useTableLayout } from '#client/session/list-layout.ts'
import { tableRoles } from '#client/ui/table-roles.ts'
import type { Job } from '#shared/jobs.ts'
import { jobColumns } from './columns.tsx'
import { JobRows } from './job-rows.tsx'
import classes from './job-table.module.css'

/** Jobs as a table with the columns of the person's choice; on a narrow screen, each job is a card. `asOf`: the time of the shown state, in ms. */
export function JobTable({ jobs, asOf }: { jobs: readonly Job[]; asOf: number }) {
  const now = useNow(asOf)
  const { columns, density } = useTableLayout('jobs')
  const { repeat, dialog } = useRepeat()
  return (
    <>
      <table role={tableRoles.table} className={classes.table} data-density={density} aria-label="Jobs">
        <thead role={tableRoles.rowGroup}>
          <tr role={tableRoles.row}>
            <th scope="col" role={tableRoles.columnHeader}>
              What
            </th>
            {columns.map((key) => (
              <th key={key} scope="col" role={tableRoles.columnHeader} className={jobColumns[key].isNumber ? classes.number : undefined}>
                {jobColumns[key].label}
              </th>
            ))}
            <th scope="col" role={tableRoles.columnHeader} className={classes.number}>
              Actions
            </th>
          </tr>
        </thead>
        {jobs.map((job) => (
          <JobRows key={job.id} job={job} asOf={asOf} now={now} columns={columns} onRepeat={(jobId) => repeat({ from: 'job', jobId })} />
        ))}
      </table>
      {dialog}
    </>
  )
}
