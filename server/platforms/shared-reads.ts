import type { Flights } from '#server/platforms/flights.ts'
import type { Reading, ShopAnswer, ShopCall } from '#server/platforms/shop-call.ts'

type Send<T> = (call: ShopCall, reading: Reading<T>) => Promise<T>

/** What makes two reads of a shop equal. `asker`: what the answer's errors and its count depend on. The credential is in the headers. */
const keyOf = ({ method, path, headers, body, patience }: ShopCall, asker: readonly (string | null)[]) =>
  JSON.stringify([asker, method, path, headers, body, patience])

/**
 * Sends a read, unless an equal one of the same shop is under way: then its answer serves both. Each caller reads the answer itself, because
 * a connector also notes in it what the shop withholds.
 */
export async function readTogether<T>(
  flights: Flights<ShopAnswer>,
  call: ShopCall,
  reading: Reading<T>,
  asker: readonly (string | null)[],
  send: Send<T>,
): Promise<T> {
  const led: { value: T }[] = []
  const answer = await flights.join(keyOf(call, asker), call.signal, async (signal) => {
    const heard: ShopAnswer[] = []
    const read = (one: ShopAnswer) => {
      heard.push(one)
      return reading.read(one)
    }
    led.push({ value: await send({ ...call, signal }, { ...reading, read }) })
    const last = heard.at(-1)
    if (!last) throw new Error('a call succeeded without an answer')
    return last
  })
  const [own] = led
  if (own) return own.value
  const outcome = reading.read(answer)
  if ('value' in outcome) return outcome.value
  throw outcome.again
}
