import type { Deps } from '#server/deps.ts'
import { anchorContent } from '#server/seals/chain.ts'
import { removeSealed, sealsAfter } from '#server/seals/repo.ts'

/** A small batch, so that other writers wait only briefly for the write lock. */
const minutesAtOnce = 50
const batchesAtOnce = 100

/** Removes complete sealed minutes that began before this time. The last removed hash is kept, sealed, as the chain's anchor. */
export async function purgeAudit({ database, auditSeal }: Pick<Deps, 'database' | 'auditSeal'>, before: Date) {
  for (let batch = 0; batch < batchesAtOnce; batch += 1) {
    const due = (await sealsAfter(database.db, null, minutesAtOnce)).filter(({ minute }) => minute < before)
    const last = due.at(-1)
    if (!last) return
    const { minute, hash } = last
    const anchor = { minute, hash, seal: auditSeal.seal(anchorContent(minute, hash)) }
    await removeSealed(
      database,
      due.map((seal) => seal.minute),
      anchor,
    )
  }
}
