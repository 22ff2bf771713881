import type { sheets_v4 } from 'googleapis/build/src/apis/sheets/index.js'
import { messages } from '#shared/messages.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { patience, retry } from '#server/platforms/retry.ts'
import { unlessAborted } from '#server/platforms/unless-aborted.ts'
import { sheetsFailureOf, isTokenRefused } from '#server/sheets/failures.ts'
import { connectGoogle, type GoogleOptions } from '#server/sheets/google.ts'
import { createPace } from '#server/sheets/pace.ts'

/** Google allows 60 reads and 60 writes a minute to one user; a service account is one. Some are kept for people who wait. */
const CALLS_PER_MINUTE = 60
const KEPT_FOR_PEOPLE = 10

/** `urgent`: somebody looks at a spinner. `onWait` hears why nothing moves, and null when it moves again. */
export type SheetCall = { urgent?: boolean; signal?: AbortSignal | undefined; onWait?: (reason: string | null) => void }

/** Sends the request once and reads the answer; what it throws is looked at like a failure of Google's. */
export type Send<T> = (api: sheets_v4.Sheets, how: { signal: AbortSignal; retry: false }) => Promise<T>
/** Sends one request, within the quota, again as long as that may help. Throws the failures of failures.ts. */
export type SheetsCaller = <T>(kind: 'read' | 'write', send: Send<T>, call?: SheetCall) => Promise<T>

/** Tells of a wait, and of its end only where there was one. */
function waitTeller(onWait: SheetCall['onWait']) {
  let isWaiting = false
  return {
    begin(reason: string) {
      isWaiting = true
      onWait?.(reason)
    },
    end() {
      if (isWaiting) onWait?.(null)
    },
  }
}

export function createCaller(options: GoogleOptions, clock: Clock): SheetsCaller {
  let connected: Promise<sheets_v4.Sheets> | null = null
  const paces = { read: createPace(clock, CALLS_PER_MINUTE, KEPT_FOR_PEOPLE), write: createPace(clock, CALLS_PER_MINUTE, KEPT_FOR_PEOPLE) }

  return async (kind, send, { urgent = false, signal, onWait } = {}) => {
    const wait = waitTeller(onWait)
    const patient = urgent ? patience.interactive : patience.export
    const attempt = async ({ msLeft }: { msLeft: number }) => {
      await paces[kind].enter({ urgent, signal, onWait: () => wait.begin(messages.sheets.waitingForQuota) })
      const deadline = clock.deadline(Math.min(patient.attemptMs, msLeft))
      try {
        connected ??= connectGoogle(options)
        const until = signal ? AbortSignal.any([signal, deadline]) : deadline
        // The library asks for its token without our signal.
        return { value: await unlessAborted(send(await connected, { signal: until, retry: false }), until) }
      } catch (error) {
        signal?.throwIfAborted()
        if (isTokenRefused(error)) connected = null
        const failure = sheetsFailureOf(error, options.account.client_email, clock.date())
        wait.begin(messages.sheets.waitingForGoogle)
        return failure
      }
    }
    const answer = await retry(attempt, patient, clock, signal)
    wait.end()
    return answer
  }
}
