/** A shop's clock, which can run faster than the machine's. */
export type Clock = {
  /** Milliseconds since 1970. Never runs backwards. */
  now: () => number
  setSpeed: (speed: number) => void
  /** Advances the clock by this many milliseconds. */
  leap: (ms: number) => void
}

export function startClock(): Clock {
  let speed = 1
  let realStart = performance.now()
  let shownStart = Date.now()
  const now = () => shownStart + (performance.now() - realStart) * speed
  return {
    now,
    setSpeed: (next) => {
      shownStart = now()
      realStart = performance.now()
      speed = next
    },
    leap: (ms) => {
      shownStart += ms
    },
  }
}
