// An authenticator app beside the fake clock.
import { vi } from 'vitest'
import { codeAt, stepMs } from './totp.ts'

/** The machine's clock, which codes and challenges go by, stands still until it is moved; timers go on. */
export const holdMachineClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
export const moveMachineClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** The code of the next half minute, which has begun by then: each is good once. */
export function nextCode(secret: string): string {
  moveMachineClock(stepMs)
  return codeAt(secret, Date.now())
}
