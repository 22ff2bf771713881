import { useNow } from '#client/jobs/use-now.ts'
import type { Job } from '#shared/jobs.ts'
import { JobRows } from './job-rows.tsx'
import classes from './job-table.module.css'

const headings = ['What', 'Stores', 'Destination', 'Rows', 'Duration', 'By', 'When', 'Actions']

/** Jobs as a table; on a narrow screen, each job is a card. `asOf`: the time of the shown state, in ms. */
export function JobTable({ jobs, asOf }: { jobs: readonly Job[]; asOf: number }) {
  const now = useNow(asOf)
  return (
    <table className={classes.table} aria-label="Jobs">
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {jobs.map((job) => (
        <JobRows key={job.id} job={job} asOf={asOf} now={now} columns={headings.length} />
      ))}
    </table>
  )
}
