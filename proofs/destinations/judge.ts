// What must lie at a destination: the file and its receipt, each whole, once and under its name, and nothing else.
import { createHash } from 'node:crypto'
import type { Trial } from './environment.ts'
import type { Found } from './places.ts'

export type DeliveryVerdict = {
  deliveries: number
  kills: number
  faults: number
  /** Files under a final name that are not whole. */
  partial: number
  /** Deliveries that did not end as undisturbed ones do. */
  different: number
  /** Temporary files and unfinished uploads after the end. */
  left: number
  /** Mails and calls that came again, with the same id. Each needs a kill or a fault. */
  repeated: number
  /** Faults that were not told in their sentence, or were tried again in vain, or were not tried again. */
  untold: number
}

export const noVerdict: DeliveryVerdict = { deliveries: 0, kills: 0, faults: 0, partial: 0, different: 0, left: 0, repeated: 0, untold: 0 }

export const added = (one: DeliveryVerdict, other: DeliveryVerdict): DeliveryVerdict => ({
  deliveries: one.deliveries + other.deliveries,
  kills: one.kills + other.kills,
  faults: one.faults + other.faults,
  partial: one.partial + other.partial,
  different: one.different + other.different,
  left: one.left + other.left,
  repeated: one.repeated + other.repeated,
  untold: one.untold + other.untold,
})

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** What a delivery has brought: names and hashes, where the id of its job is left out of the names. */
export function broughtBy({ jobId }: Trial, found: readonly Found[]): string[] {
  const files = found.filter(({ isTemporary }) => !isTemporary)
  return files.map(({ name, bytes }) => `${name.replaceAll(jobId, '{job}')} ${hash(bytes)}`).toSorted()
}

/** The files that an undisturbed delivery does not bring. */
export const partialIn = (brought: readonly string[], expected: readonly string[]): number =>
  brought.filter((one) => !expected.includes(one)).length

/** @param brought at the end of the delivery. `mayRepeat`: whether something could make it come again. */
export function judgeEnd(
  brought: readonly string[],
  expected: readonly string[],
  { isCompleted, mayRepeat }: { isCompleted: boolean; mayRepeat: boolean },
): Pick<DeliveryVerdict, 'different' | 'repeated'> {
  const once = [...new Set(brought)]
  const repeated = brought.length - once.length
  const isSame = isCompleted && once.join() === expected.join() && (repeated === 0 || mayRepeat)
  return { different: isSame ? 0 : 1, repeated: repeated > 0 ? 1 : 0 }
}

export const isProved = ({ deliveries, partial, different, left, untold }: DeliveryVerdict): boolean =>
  deliveries > 0 && partial + different + left + untold === 0
