import type { Outcome } from './call.ts'

/** What a server noted during its life. */
export type Notes = { connections: ReadonlySet<number>; requests: ReadonlySet<string> }

export type RestartVerdict = {
  stops: number
  calls: number
  /** Requests that the server had taken, without a whole answer. */
  lost: number
  /** Answers that blame the server. */
  failed: number
  /** Calls that a server refused because its event loop was late, which a machine without free time causes. */
  busy: number
  /** Requests on connections that the server had not taken, or was closing when they were sent. They can safely be repeated. */
  untaken: number
  /** Processes that were left behind, and ends with another exit code than 0. */
  left: number
  unclean: number
  /** The longest time from a signal to the end, in milliseconds. */
  longestMs: number
}

export const nothingYet = (): RestartVerdict => ({
  stops: 0,
  calls: 0,
  lost: 0,
  failed: 0,
  busy: 0,
  untaken: 0,
  left: 0,
  unclean: 0,
  longestMs: 0,
})

export function notesIn(text: string): Notes {
  const of = (kind: string) => text.split('\n').flatMap((line) => (line.startsWith(kind) ? line.slice(kind.length + 1) : []))
  return { connections: new Set(of('connection').map(Number)), requests: new Set(of('request')) }
}

/** A server takes a request when it reads its head, or earlier: with the connection, if the request is the first one on it. */
const isTaken = ({ id, port, status, isFirstOfConnection }: Outcome, { connections, requests }: Notes) =>
  status !== null || requests.has(id) || (isFirstOfConnection && port !== null && connections.has(port))

export const isBusy = ({ blames }: Outcome) => blames === 'OVERLOADED'
export const isFailed = (outcome: Outcome) => outcome.end === 'answered' && (outcome.status ?? 0) >= 500 && !isBusy(outcome)

/** Counts the calls of one life of a server. */
export function counted(
  outcomes: readonly Outcome[],
  notes: Notes,
): Pick<RestartVerdict, 'calls' | 'lost' | 'failed' | 'busy' | 'untaken'> {
  const broken = outcomes.filter(({ end }) => end === 'broken')
  const lost = broken.filter((outcome) => isTaken(outcome, notes)).length
  return {
    calls: outcomes.length,
    lost,
    untaken: broken.length - lost,
    failed: outcomes.filter(isFailed).length,
    busy: outcomes.filter(isBusy).length,
  }
}

export const holds = ({ lost, failed, left, unclean, longestMs }: RestartVerdict): boolean =>
  lost + failed + left + unclean === 0 && longestMs <= 15_000
