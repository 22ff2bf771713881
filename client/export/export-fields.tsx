import type { ReactNode } from 'react'
import classes from './export-fields.module.css'
import type { ExportRun } from './export-run.ts'

/** The settings of an export, disabled once it has started. */
export const ExportFields = ({ run, children }: { run: ExportRun; children: ReactNode }) => (
  <fieldset className={classes.fields} disabled={run.isRunning || run.progress.state === 'success'}>
    {children}
  </fieldset>
)
