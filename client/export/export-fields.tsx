import type { ReactNode } from 'react'
import classes from './export-fields.module.css'
import type { ExportRun } from './export-run.ts'

type Props = { run: ExportRun; children: ReactNode; /** Shown below the settings, and never disabled. */ notes?: ReactNode }

/** The settings of an export, disabled once it has started. They scroll; the foot of the dialog stays where it is. */
export function ExportFields({ run, children, notes }: Props) {
  const isOff = run.isRunning || run.progress.state === 'success'
  return (
    // Without a field in use, the keyboard scrolls it by itself.
    <div className={classes.scroll} {...(isOff && { tabIndex: 0, role: 'group', 'aria-label': 'Settings' })}>
      <fieldset className={classes.fields} disabled={isOff}>
        {children}
      </fieldset>
      {notes}
    </div>
  )
}
