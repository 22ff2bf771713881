// Counts the answers.
import type { Problem } from './judge.ts'
import { isRestOnly, operations } from './operations.ts'
import { transports, type Transport, type FuzzAnswer, type FuzzRequest } from './request.ts'
import { signInRoutes } from './sign-in.ts'

const classes = ['2xx', '3xx', '4xx', '429', '5xx', 'none'] as const
type Class = (typeof classes)[number]

function classOf(status: number | null): Class {
  if (status === null) return 'none'
  if (status === 429) return '429'
  if (status >= 500) return '5xx'
  if (status >= 400) return '4xx'
  return status >= 300 ? '3xx' : '2xx'
}

/** Removing a passkey needs a device that made one. */
const unreachable = new Set(['profile.removePasskey'])
const reachable = operations.filter(({ path }) => !unreachable.has(path))

/** All calls that must succeed at least once, by name and transport. */
export const wanted: readonly string[] = [
  ...reachable.map(({ path }) => `rest ${path}`),
  ...reachable.filter(({ endpoint }) => !isRestOnly(endpoint)).map(({ path }) => `trpc ${path}`),
  ...signInRoutes.filter(({ needsDevice }) => !needsDevice).map(({ path }) => `auth ${path}`),
]

export type Tally = ReturnType<typeof newTally>

export function newTally() {
  const counts = new Map<string, number>()
  const problems: Problem[] = []
  let unanswered = 0
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  const reached = (name: string) => counts.get(`2xx ${name}`) ?? 0
  return {
    problems,
    note({ transport, operation }: FuzzRequest, { status }: FuzzAnswer) {
      count(`${transport} ${classOf(status)}`)
      if (status !== null) unanswered = 0
      else if (transport !== 'raw') unanswered += 1
      if (classOf(status) === '2xx') count(`2xx ${transport} ${operation}`)
    },
    reached,
    /** The number of consecutive unanswered requests. */
    unanswered: () => unanswered,
    /** Calls that never succeeded. */
    missing: () => wanted.filter((name) => reached(name) === 0),
    table: () => transports.map((transport) => [transport, ...classes.map((one) => counts.get(`${transport} ${one}`) ?? 0)] as const),
  }
}

/** The header of a tally's table. */
export const columns = ['transport', ...classes] as const
export const requestsIn = (table: readonly (readonly [Transport, ...number[]])[]): number =>
  table.flatMap(([, ...row]) => row).reduce((sum, one) => sum + one, 0)
