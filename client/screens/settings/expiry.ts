import { limits } from '#shared/limits.ts'
import { counted } from '#client/format/words.ts'

const dayMs = 24 * 3_600_000

/** The lifetimes offered for a new key, in days. */
export const keyDays = [30, limits.apiKeyDays.default, 180, limits.apiKeyDays.max] as const

/** When a key expires, in days, rounded up; `null` is never. @param now milliseconds since 1970 */
export function endInWords(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return 'never expires'
  const days = Math.ceil((Date.parse(expiresAt) - now) / dayMs)
  return days > 0 ? `expires in ${counted(days, 'day')}` : 'expired'
}
