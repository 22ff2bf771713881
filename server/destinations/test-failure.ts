import type { Deps } from '#server/deps.ts'
import { DeliveryFailure } from '#server/destinations/failure.ts'

type Patience = Pick<Deps, 'clock' | 'destinationAnswerMs'>

/** Runs a test for as long as a destination may be silent. Returns why the destination is not usable; null where the test succeeded. */
export async function testFailure(
  { clock, destinationAnswerMs }: Patience,
  signal: AbortSignal,
  test: (within: AbortSignal) => Promise<unknown>,
): Promise<DeliveryFailure | null> {
  const late = clock.deadline(destinationAnswerMs)
  try {
    await test(AbortSignal.any([signal, late]))
    return null
  } catch (error) {
    if (error instanceof DeliveryFailure) return error
    if (late.aborted && !signal.aborted) return new DeliveryFailure('LATE', { cause: error })
    throw error
  }
}
