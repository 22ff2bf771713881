import type { Deps } from '#server/deps.ts'
import { contentOf, hashBefore } from '#server/seals/chain.ts'
import { addSeal, entriesOf, findAnchor, firstEntryIn, lastSeal, minuteMs } from '#server/seals/repo.ts'

/** Longer than any statement may take, so that no entry is still being written to a sealed minute. */
const settlingMs = 2 * minuteMs

/** The maximum per round. The first round after an update may find many minutes. */
const minutesAtOnce = 500

const minuteOf = (at: number) => new Date(Math.floor(at / minuteMs) * minuteMs)

/**
 * Seals closed minutes that have entries. Each seal includes the hash of the one before. Several workers may do it at the same time: they
 * compute the same seals, and a minute has only one.
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
