import { AppError } from '#shared/errors.ts'
import type { GoogleAccount } from '#shared/google-key.ts'
import { messages } from '#shared/messages.ts'
import type { Clock } from '#server/platforms/clock.ts'
import { patience, retry } from '#server/platforms/retry.ts'
import { unlessAborted } from '#server/platforms/unless-aborted.ts'
import { sheetsFailureOf, isTokenRefused } from '#server/sheets/failures.ts'
import { connectGoogle, type GoogleClient, type GoogleOptions } from '#server/sheets/google.ts'
import { createPace } from '#server/sheets/pace.ts'

/**
 * Google allows a user 60 reads and 60 writes per minute. A service account counts as one user. Some calls are reserved for waiting users.
 */
const CALLS_PER_MINUTE = 60
const KEPT_FOR_PEOPLE = 10

/** `urgent`: a user is waiting. `onWait` is called with the reason of a wait, and with null when it ends. */
export type SheetCall = { urgent?: boolean; signal?: AbortSignal | undefined; onWait?: (reason: string | null) => void }

/** Sends the request once and reads the answer. Its errors are handled like Google's own. */
export type Send<T> = (google: GoogleClient, how: { signal: AbortSignal; retry: false }) => Promise<T>
/** Sends a request within the quota and retries it where that may help. Throws the errors of failures.ts. */
export type SheetsCaller = <T>(kind: 'read' | 'write', send: Send<T>, call?: SheetCall) => Promise<T>

/** Reports waits. The end is reported only after a wait. */
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

/** The service account whose key is in use now. null: there is no key. */
export type CurrentAccount = () => Promise<GoogleAccount | null>

/** Connects as the service account in use. Another key takes effect with the next call. */
function connector(options: GoogleOptions, current: CurrentAccount) {
  let known: { account: GoogleAccount; client: Promise<GoogleClient> } | null = null
  return {
    async connect() {
      const account = await current()
      if (!account) throw new AppError('SHEETS_OFF')
      if (known?.account.client_email !== account.client_email || known.account.private_key !== account.private_key)
        known = { account, client: connectGoogle(options, account) }
      return known
    },
    forget() {
      known = null
    },
  }
}

/** Calls throw SHEETS_OFF while there is no key. */
export function createCaller(options: GoogleOptions, current: CurrentAccount, clock: Clock): SheetsCaller {
  const connection = connector(options, current)
  const paces = { read: createPace(clock, CALLS_PER_MINUTE, KEPT_FOR_PEOPLE), write: createPace(clock, CALLS_PER_MINUTE, KEPT_FOR_PEOPLE) }

  return async (kind, send, { urgent = false, signal, onWait } = {}) => {
    const wait = waitTeller(onWait)
    const patient = urgent ? patience.interactive : patience.export
    const attempt = async ({ msLeft }: { msLeft: number }) => {
      await paces[kind].enter({ urgent, signal, onWait: () => wait.begin(messages.sheets.waitingForQuota) })
      const { account, client } = await connection.connect()
      const deadline = clock.deadline(Math.min(patient.attemptMs, msLeft))
      try {
        const until = signal ? AbortSignal.any([signal, deadline]) : deadline
        // The library requests its token without our signal, so the abort is awaited separately.
        return { value: await unlessAborted(send(await client, { signal: until, retry: false }), until) }
      } catch (error) {
        signal?.throwIfAborted()
        if (isTokenRefused(error)) connection.forget()
        const failure = sheetsFailureOf(error, account.client_email, clock.date())
        wait.begin(messages.sheets.waitingForGoogle)
        return failure
      }
    }
    const answer = await retry(attempt, patient, clock, signal)
    wait.end()
    return answer
  }
}
