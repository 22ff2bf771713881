// Which changes are waited for, when each is seen in the copy, and whether a copy ever goes back.
import type { SentMessage } from '#sandbox/webhooks/webhooks.ts'
import type { FreshEnvironment, FreshShop } from './environment.ts'

/** `updatedAt` null: the product was removed. Times are those of the proof's clock. */
type Expected = { shop: FreshShop; productId: string; updatedAt: number | null; at: number; isTold: boolean }

/** A change that was told and is not seen after this time is late. */
const lateMs = 5_000
/** As many products are looked at again, to see that none goes back. */
const watched = 40

const idIn = /"id":(\d+)/

const keyOf = (shop: FreshShop, productId: string) => `${shop.storeId}:${productId}`

export function watchChanges({ catalogue }: Pick<FreshEnvironment, 'catalogue'>) {
  const waiting = new Map<string, Expected>()
  const newest = new Map<string, number>()
  const recent: { shop: FreshShop; productId: string }[] = []
  const delays: number[] = []
  const counts = { late: 0, older: 0, forgedTaken: 0, told: 0 }

  return {
    counts,
    delays,
    /** Whether a change was told that is not seen yet. */
    isWaiting: () => [...waiting.values()].some(({ isTold }) => isTold),
    changed(shop: FreshShop, productId: string, updatedAt: number | null, at: number) {
      waiting.set(keyOf(shop, productId), { shop, productId, updatedAt, at, isTold: false })
      recent.push({ shop, productId })
      if (recent.length > watched) recent.shift()
    },
    /** Takes note of the messages that were sent. */
    sent(shop: FreshShop, messages: readonly SentMessage[]) {
      for (const { message, status } of messages) {
        const [, id = ''] = idIn.exec(message.body) ?? []
        if (id === '666' && status === 200) counts.forgedTaken += 1
        const one = waiting.get(keyOf(shop, id))
        if (!one || one.isTold || status !== 200) continue
        one.isTold = true
        counts.told += 1
      }
    },
    /** No more waits for the changes of a shop, because nobody can ask it. */
    giveUp({ storeId }: FreshShop) {
      for (const [key, { shop }] of waiting) if (shop.storeId === storeId) waiting.delete(key)
    },
    /** @param spentMs what the look took in real time */
    async look(now: number, spentMs: number) {
      for (const [key, { shop, productId, updatedAt, at, isTold }] of waiting) {
        const copied = await catalogue.version(shop.storeId, productId)
        const isSeen = updatedAt === null ? copied === null : (copied?.updatedAt ?? 0) >= updatedAt
        const isLate = !isSeen && isTold && now - at > lateMs
        if (isTold && (isSeen || isLate)) delays.push(isSeen ? now - at + spentMs : Number.POSITIVE_INFINITY)
        if (isLate) counts.late += 1
        // What was not told is found by asking, and by the comparison.
        if (isSeen || isLate || now - at > lateMs) waiting.delete(key)
      }
      for (const { shop, productId } of recent) {
        const key = keyOf(shop, productId)
        const copied = (await catalogue.version(shop.storeId, productId))?.updatedAt
        if (copied == null) continue
        const before = newest.get(key) ?? 0
        if (copied < before) counts.older += 1
        newest.set(key, Math.max(before, copied))
      }
    },
  }
}
