import screenClasses from '../jobs-screen.module.css'
import { Schedules } from './schedules.tsx'

export const SchedulesScreen = () => (
  <div className={screenClasses.card}>
    <Schedules />
  </div>
)
