import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

const minuteMs = 60_000

/** The time in ms, each minute anew. `asOf` is the time of newer data. */
export function useNow(asOf: number): number {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), minuteMs, { autoInvoke: true })
  return Math.max(now, asOf)
}
