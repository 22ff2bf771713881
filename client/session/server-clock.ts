// The clock of this device may be wrong by hours. What the server has dated is compared with the server's own clock.

/** Smaller differences are those of the network, and of the whole seconds in which answers are dated. */
const leastMs = 30_000

/** How far the server's clock is ahead of this device's. */
let aheadMs = 0

/** Learns the server's time from one of its answers. */
export function noteServerTime({ headers }: Response): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now()
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) < leastMs ? 0 : difference
}

/** A moment of this device's clock by the server's, both in ms. Default: now. */
export const serverTime = (at: number = Date.now()): number => at + aheadMs
