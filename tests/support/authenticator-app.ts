// An authenticator app for tests with a fake clock.
import { vi } from 'vitest'
import { codeAt, stepMs } from './totp.ts'

/** Stops the machine's clock, which codes and challenges use, until a test moves it. Timers continue. */
export const holdMachineClock = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
export const moveMachineClock = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** Moves the clock to the next half minute and returns its code, because each code is valid only once. */
export function nextCode(secret: string): string {
  moveMachineClock(stepMs)
  return codeAt(secret, Date.now())
}
