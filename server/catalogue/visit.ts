import type { Deps } from '#server/deps.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { compareCopy } from '#server/catalogue/comparison.ts'
import { fillCopy } from '#server/catalogue/fill.ts'
import { isNightOver } from '#server/catalogue/night.ts'
import { findHints, removeHints } from '#server/catalogue/hints-repo.ts'
import { copyProducts, hasChange, readAgain, type StoreReading } from '#server/catalogue/reading.ts'
import { endRebuild, isFilledInto, noteCopy, nothingRead, type Claim, type ClaimedCopy, type CopyRow } from '#server/catalogue/repo.ts'
import type { StoreRow } from '#server/stores/service.ts'

const { overlapMs } = catalogueLimits.copy
const { askedAtOnce, kept } = catalogueLimits.hints

const laterOf = (one: Date | null, other: number | null) => (other === null || (one && one.getTime() >= other) ? one : new Date(other))

/**
 * The time whose earlier changes have all been read. A shop whose clock is behind tells it by its last change. Without recent changes, it
 * moves with our clock, so that old ones are not read again and again. A time in the future would hide changes.
 */
function markAfter(before: Date | null, last: number | null, beganAt: number): Date {
  return new Date(Math.min(beganAt, Math.max(before?.getTime() ?? 0, last ?? 0, beganAt - overlapMs)))
}

/** The shop that a copy is of. A store that is moved to another shop has another copy. */
export const shopOfCopy = ({ platform, domain }: Pick<StoreRow, 'platform' | 'domain'>) => `${platform}:${domain}`

/** What `noteCopy` stores after a reading of the shop. */
const checked = (row: CopyRow, last: number | null, beganAt: number) => ({
  checkedAt: new Date(beganAt),
  changedAt: laterOf(row.changedAt, last),
  mark: markAfter(row.mark, last, beganAt),
  problem: null,
  failures: 0,
})

async function fill(deps: Deps, reading: StoreReading, { store, row, claim, copy }: Visit) {
  const { db } = deps.database
  const beganAt = deps.now()
  const hints = await findHints(db, store.id, kept)
  // What an earlier fill has left of another shop is removed as the walk goes on. A first reading that breaks off is begun again by the next visit.
  await noteCopy(db, claim, { ...(reading.isFirst ? nothingRead : {}), shop: shopOfCopy(store) })
  const last = await fillCopy(reading)
  await noteCopy(db, claim, { ...checked({ ...row, mark: null }, last, beganAt), filledAt: new Date(deps.now()), filledInto: copy })
  await removeHints(db, store.id, hints)
  if (row.rebuildWantedAt) await endRebuild(db, claim, row.rebuildWantedAt)
}

/** Asks the shop for the products that it has told of. What the copy has in that state, or in a later one, is not asked for. */
async function readHinted({ database, catalogue }: Deps, reading: StoreReading, { store, row, claim }: Visit) {
  const { db } = database
  const hints = await findHints(db, store.id, askedAtOnce)
  const asked: string[] = []
  for (const { productId, changedAt } of hints) {
    const copied = await catalogue.version(store.id, productId)
    if (!hasChange(copied, changedAt?.getTime() ?? null)) asked.push(productId)
  }
  const last = await readAgain(reading, asked)
  if (last !== null) await noteCopy(db, claim, { changedAt: laterOf(row.changedAt, last), problem: null, failures: 0 })
  await removeHints(db, store.id, hints)
}

/** A change that the shop has not told of shows that its messages do not arrive. Until the next one does, it is asked more often. */
async function readChanges({ database, now }: Deps, reading: StoreReading, { row, claim }: Visit, mark: Date) {
  const beganAt = now()
  const { last, changed } = await copyProducts(reading, { query: { updatedFrom: new Date(mark.getTime() - overlapMs) } })
  await noteCopy(database.db, claim, { ...checked(row, last, beganAt), ...(changed > 0 ? { heardAt: null } : {}) })
  return changed === 0
}

async function compare({ database, now }: Deps, reading: StoreReading, { claim }: Visit) {
  const differences = await compareCopy(reading)
  await noteCopy(database.db, claim, { comparedAt: new Date(now()), differences })
}

/** A store that a keeper reads now, what is known about its copy, and the identity of the copy as it was before. */
export type Visit = { store: StoreRow; row: ClaimedCopy; claim: Claim; copy: string }

/** In how many ms the shop is asked for changes again. One that tells them itself, as far as is known, is asked less often. */
const lookAgainIn = ({ webhooks, heardAt }: CopyRow, isAllTold: boolean): number =>
  webhooks === 'on' && heardAt !== null && isAllTold ? catalogueLimits.hints.lookEveryMs : catalogueLimits.copy.lookEveryMs

/**
 * Brings the copy of a store up to date: reads all products, those that the shop has told of, or what has changed, and once a night compares all of
 * them. Returns in how many ms the shop is to be asked for changes; null: when it was to be asked before.
 */
export async function visitStore(deps: Deps, begun: Omit<StoreReading, 'isFirst'>, visit: Visit): Promise<number | null> {
  const { store, row, copy } = visit
  const { filledAt, mark, rebuildWantedAt, comparedAt } = row
  const isFirst = !isFilledInto(row, copy)
  const reading = { ...begun, isFirst }
  // A copy that was lost, or never was, is filled.
  if (isFirst || !filledAt || !mark || rebuildWantedAt) {
    await fill(deps, reading, visit)
    return catalogueLimits.copy.lookEveryMs
  }
  await readHinted(deps, reading, visit)
  if (!row.isLookDue) return null
  const isAllTold = await readChanges(deps, reading, visit, mark)
  if (isNightOver(store, comparedAt ?? filledAt, new Date(deps.now()))) await compare(deps, reading, visit)
  return lookAgainIn(row, isAllTold)
}
