import { exactMomentIn, momentIn } from './store-time.ts'

/** A moment in a store's time zone; on hover to the second, with the zone. */
export const Moment = ({ at, zone }: { at: string; zone: string }) => (
  <time dateTime={at} title={exactMomentIn(zone, at)}>
    {momentIn(zone, at)}
  </time>
)
