type Sample = { value: number; isFirst: boolean }
type Threshold = { at: number; isFirstBelow: boolean }

const isRight = ({ at, isFirstBelow }: Threshold, { value, isFirst }: Sample) => (value < at === isFirstBelow) === isFirst
const shareRight = (threshold: Threshold, samples: readonly Sample[]) =>
  samples.filter((sample) => isRight(threshold, sample)).length / samples.length

/** The threshold and its side that separate the most samples. */
function fitted(samples: readonly Sample[]): Threshold {
  let best: Threshold = { at: 0, isFirstBelow: true }
  let share = 0
  for (const { value: at } of samples)
    for (const isFirstBelow of [true, false]) {
      const found = shareRight({ at, isFirstBelow }, samples)
      if (found > share) [best, share] = [{ at, isFirstBelow }, found]
    }
  return best
}

/**
 * How well two kinds of measurements can be told apart: a threshold is fitted on every second sample and scored on the rest. 0.5 is
 * guessing.
 */
export function toldApart(first: readonly number[], second: readonly number[]): number {
  const samples = [...first.map((value) => ({ value, isFirst: true })), ...second.map((value) => ({ value, isFirst: false }))]
  const half = (remainder: number) => samples.filter((_, index) => index % 2 === remainder)
  return shareRight(fitted(half(0)), half(1))
}
