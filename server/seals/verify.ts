import type { Deps } from '#server/deps.ts'
import { anchorContent, contentOf, hashBefore } from '#server/seals/chain.ts'
import { entriesOf, findAnchor, firstEntryIn, minuteMs, sealsAfter, type Anchor, type Seal } from '#server/seals/repo.ts'

type Checked = Pick<Deps, 'database' | 'auditSeal'>

/** The first minute that differs from its seal, and the kind of difference. */
export type Difference = { minute: Date; what: 'changed' | 'removed' | 'added' | 'seal missing' | 'anchor changed' }
export type Verification = { minutes: number; entries: number; difference: Difference | null }

const sealsAtOnce = 500

const endOf = (last: Pick<Seal | Anchor, 'minute'> | null) => last && new Date(last.minute.getTime() + minuteMs)

/** The difference between a seal and its minute, given the seal before it. null: none. */
async function differenceAt({ database: { db }, auditSeal }: Checked, last: Seal | Anchor | null, seal: Seal): Promise<Difference | null> {
  const { minute, hash, previousHash } = seal
  const stray = await firstEntryIn(db, endOf(last), minute)
  if (stray) return { minute: stray, what: 'seal missing' }
  if (previousHash !== hashBefore(last)) return { minute, what: 'seal missing' }
  const entries = await entriesOf(db, minute)
  if (entries.length < seal.entries) return { minute, what: 'removed' }
  if (entries.length > seal.entries) return { minute, what: 'added' }
  return auditSeal.isSealOf(hash, contentOf(minute, entries, previousHash)) ? null : { minute, what: 'changed' }
}

async function differenceBefore({ database: { db }, auditSeal }: Checked, anchor: Anchor | null): Promise<Difference | null> {
  if (!anchor) return null
  const { minute, hash, seal } = anchor
  if (!auditSeal.isSealOf(seal, anchorContent(minute, hash))) return { minute, what: 'anchor changed' }
  const stray = await firstEntryIn(db, null, new Date(minute.getTime() + minuteMs))
  return stray && { minute: stray, what: 'seal missing' }
}

/** Verifies the chain of seals from its anchor up to the first difference. Entries of the last few minutes have no seal yet. */
export async function verifyAudit(deps: Checked): Promise<Verification> {
  const { db } = deps.database
  const anchor = await findAnchor(db)
  let last: Seal | Anchor | null = anchor
  let [minutes, entries] = [0, 0]
  let difference = await differenceBefore(deps, anchor)
  let seals: Seal[] = difference ? [] : await sealsAfter(db, null, sealsAtOnce)
  for (; seals.length > 0; seals = await sealsAfter(db, seals.at(-1)?.minute ?? null, sealsAtOnce))
    for (const seal of seals) {
      difference = await differenceAt(deps, last, seal)
      if (difference) return { minutes, entries, difference }
      ;[last, minutes, entries] = [seal, minutes + 1, entries + seal.entries]
    }
  return { minutes, entries, difference }
}
