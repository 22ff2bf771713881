/** A shop's promise to tell an address of something. `isRight`: what it tells is as it should be. */
export type Subscription = { id: string; topic: string; address: string; isRight: boolean }

const hrefOf = (address: string) => (URL.canParse(address) ? new URL(address).href : address)

/**
 * Those of one store of this installation. Those at another host are left alone, even with the same path: an installation that a backup was restored
 * into has the same stores. What this one has left at its address of before ends by itself, as nobody answers there.
 */
export const ownAmong = (found: readonly Subscription[], address: string): Subscription[] =>
  found.filter((one) => hrefOf(one.address) === hrefOf(address))

/**
 * What is missing for each topic to be told to the address exactly once: topics to subscribe to, subscriptions to change, and those that are one
 * too many.
 */
export function missingFor(found: readonly Subscription[], topics: readonly string[], address: string) {
  const own = ownAmong(found, address)
  const isDone = (one: Subscription) => one.isRight && one.address === address
  const kept = topics.flatMap(
    (topic) => own.find((one) => one.topic === topic && isDone(one)) ?? own.find((one) => one.topic === topic) ?? [],
  )
  return {
    create: topics.filter((topic) => !kept.some((one) => one.topic === topic)),
    change: kept.filter((one) => !isDone(one)),
    remove: own.filter((one) => !kept.includes(one)),
  }
}
