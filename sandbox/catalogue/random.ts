/** A deterministic source of random choices: the same seed gives the same sequence on every machine. */
export type Random = {
  /** A whole number from 0 to `below`, exclusive. */
  int: (below: number) => number
  chance: (probability: number) => boolean
  pick: <T>(choices: readonly [T, ...T[]]) => T
  /** Up to `count` different choices, in their original order. */
  some: <T>(choices: readonly T[], count: number) => T[]
}

/** A 32-bit hash of a text (FNV-1a), to derive a seed from a shop's host. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}

/** Mulberry32: small, fast, and sufficient for generated goods. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (below: number) => Math.floor(next() * below)
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (choices) => choices[int(choices.length)] ?? choices[0],
    some: (choices, count) => {
      const taken = new Set<number>()
      for (let n = 0; n < count && choices.length > 0; n++) taken.add(int(choices.length))
      return [...taken].toSorted((a, b) => a - b).flatMap((at) => choices.slice(at, at + 1))
    },
  }
}
