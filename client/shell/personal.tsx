import { MyExports } from '#client/jobs/my-exports.tsx'
import { Bell } from '#client/notifications/bell.tsx'
import classes from './personal.module.css'

/** What concerns the viewer alone, on every screen. */
export const Personal = () => (
  <div className={classes.personal}>
    <MyExports />
    <Bell />
  </div>
)
