// What each listener must have heard: every event that they may know, in the order of all events, once.
import type { NumberedEvent } from '#server/events/repo.ts'
import { storesOf } from '#shared/events.ts'
import type { Heard, Listener } from './listener.ts'

export type EventVerdict = {
  events: number
  cuts: number
  /** Events that were committed and then missing. */
  lost: number
  missed: number
  /** Events that the listener may not know, or that never happened. */
  unwanted: number
  /** Repetitions. Explained: the first event after a program ended before it had kept its place. */
  repeated: { explained: number; unexplained: number }
  /** Listeners who heard the events in another order. */
  disordered: number
  refused: number
  latency: { p50: number; p99: number }
}

/** An owner hears all; the manager of one store only what is about that store alone. Written down apart from the product's own rule. */
export const expectedFor = (isOwner: boolean, events: readonly NumberedEvent[], store: string): string[] =>
  events.flatMap(({ event }) => (isOwner || storesOf(event).join() === store ? event.id : []))

const isExplained = ({ id, isAfterRestart }: Heard, before: Heard | undefined) => isAfterRestart && before?.id === id

/** What a listener's record differs in from what is expected. */
export function compared({ heard, refusals }: Pick<Listener, 'heard' | 'refusals'>, expected: readonly string[]) {
  const once = heard.filter((one, index) => !isExplained(one, heard[index - 1])).map(({ id }) => id)
  const [wanted, found] = [new Set(expected), new Set(once)]
  const inOrder = [...found].filter((id) => wanted.has(id))
  return {
    missed: expected.filter((id) => !found.has(id)).length,
    unwanted: [...found].filter((id) => !wanted.has(id)).length,
    explained: heard.length - once.length,
    unexplained: once.length - found.size,
    disordered: Number(inOrder.join() !== expected.filter((id) => found.has(id)).join()),
    refused: refusals.length,
  }
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0

/** The time from a commit to its receipt, in milliseconds: with the time for which listeners were cut off. */
export function latencyOf(listeners: readonly Listener[], committedAt: ReadonlyMap<string, number>): EventVerdict['latency'] {
  const all = listeners
    .flatMap(({ heard }) => heard.flatMap(({ id, at }) => at - (committedAt.get(id) ?? at)))
    .toSorted((one, other) => one - other)
  return { p50: percentile(all, 0.5), p99: percentile(all, 0.99) }
}

export const hears = ({ lost, missed, unwanted, repeated, disordered, refused }: EventVerdict): boolean =>
  lost + missed + unwanted + repeated.unexplained + disordered + refused === 0
