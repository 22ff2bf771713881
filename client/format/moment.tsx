import { exactMomentIn, momentIn, offsetIn } from './store-time.ts'

type Props = {
  at: string
  zone: string
  /** Beside moments in other zones, each one says its own. */
  isZoned?: boolean
}

/** A moment in a time zone; on hover to the second, with the zone. */
export const Moment = ({ at, zone, isZoned = false }: Props) => (
  <time dateTime={at} title={exactMomentIn(zone, at)}>
    {momentIn(zone, at)}
    {isZoned && <small> {offsetIn(zone, at)}</small>}
  </time>
)
