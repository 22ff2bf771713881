import type { ReactNode } from 'react'
import classes from './export-fields.module.css'
import type { ExportRun } from './export-run.ts'

/** What an export is told before it begins; out of reach from then on. */
export const ExportFields = ({ run, children }: { run: ExportRun; children: ReactNode }) => (
  <fieldset className={classes.fields} disabled={run.isRunning || run.progress.state === 'success'}>
    {children}
  </fieldset>
)
