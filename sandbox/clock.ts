/** Time as a shop sees it; it can run faster than the machine's. */
export type Clock = {
  /** Milliseconds since 1970, and never backwards. */
  now: () => number
  setSpeed: (speed: number) => void
  /** Lets so many milliseconds pass at once. */
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
