import type { Clock } from '../clock.ts'
import { GoogleError } from './errors.ts'

const PER_MINUTE = 60
const MINUTE_MS = 60_000

/** 60 reads and 60 writes a minute for the service account, which counts as one user. Refused requests do not count. */
export type Quota = { take: (kind: 'Read' | 'Write') => void; isOn: boolean }

export function openQuota(clock: Clock): Quota {
  const used = new Map<string, number>()
  const quota: Quota = {
    isOn: true,
    take: (kind) => {
      if (!quota.isOn) return
      const minute = `${kind} ${Math.floor(clock.now() / MINUTE_MS)}`
      const count = used.get(minute) ?? 0
      if (count >= PER_MINUTE)
        throw new GoogleError(
          'RESOURCE_EXHAUSTED',
          `Quota exceeded for quota metric '${kind} requests' and limit '${kind} requests per minute per user' of service 'sheets.googleapis.com' for consumer 'project_number:1'.`,
        )
      used.set(minute, count + 1)
    },
  }
  return quota
}
