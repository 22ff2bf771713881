import { useInterval } from '@mantine/hooks'
import { useState } from 'react'
import { serverTime } from '#client/session/server-clock.ts'

const minuteMs = 60_000

/** The server's time in ms, each minute anew. `asOf` is when newer data came, by the clock of this device. */
export function useNow(asOf: number): number {
  const [now, setNow] = useState(() => serverTime())
  useInterval(() => setNow(serverTime()), minuteMs, { autoInvoke: true })
  return Math.max(now, serverTime(asOf))
}
