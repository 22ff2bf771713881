import type { Deps } from '#server/deps.ts'
import { contentOf, hashBefore } from '#server/seals/chain.ts'
import { addSeal, entriesOf, findAnchor, firstEntryIn, lastSeal, minuteMs } from '#server/seals/repo.ts'

/** Longer than any statement may take, so that no entry is still on its way into a minute that is sealed. */
const settlingMs = 2 * minuteMs

/** Of one round: the first one after an update may find a long past. */
const minutesAtOnce = 500

const minuteOf = (at: number) => new Date(Math.floor(at / minuteMs) * minuteMs)

/**
 * Seals closed minutes that have entries, each over the one before. Workers may do it side by side: they find the same, and a
 * minute has one seal.
 */
export async function sealClosedMinutes({ database: { db }, auditSeal, now, log }: Pick<Deps, 'database' | 'auditSeal' | 'now' | 'log'>) {
  const until = minuteOf(now() - settlingMs)
  let last = (await lastSeal(db)) ?? (await findAnchor(db))
  for (let sealed = 0; sealed < minutesAtOnce; sealed += 1) {
    const first = await firstEntryIn(db, last && new Date(last.minute.getTime() + minuteMs), until)
    if (!first) return
    const minute = minuteOf(first.getTime())
    const entries = await entriesOf(db, minute)
    const previousHash = hashBefore(last)
    const seal = { minute, entries: entries.length, previousHash, hash: auditSeal.seal(contentOf(minute, entries, previousHash)) }
    const kept = await addSeal(db, seal)
    if (kept && kept.previousHash !== previousHash) log.error({ minute }, 'two workers found the audit in different states')
    last = kept ?? seal
  }
}
