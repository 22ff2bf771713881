// What stands in the shops: whether they tell us of changes, and whether they may. A shop is asked by one process at a time; the time at which it
// was asked last says which one. What that one has found is noted only where nobody has asked since, or wants it asked anew.
import { and, eq, gte, inArray, isNull, lte, not, or, sql } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { catalogueStores } from '#drizzle/catalogue-tables.ts'
import { stores } from '#drizzle/schema.ts'
import { catalogueLimits } from '#shared/catalogue-limits.ts'
import { isMine, type Claim, type CopyRow } from '#server/catalogue/repo.ts'

const { storeId: id, webhooks, webhooksAt, webhookTries, isOn } = catalogueStores
type Found = Pick<CopyRow, 'webhooks' | 'webhookProblem'>

/** Notes that a shop is asked to tell now. Whatever becomes of that, it may do so. Returns false where the keeper has lost the store. */
export async function beginSubscribing(db: Db, claim: Claim, row: CopyRow, at: Date): Promise<boolean> {
  const rows = await db
    .update(catalogueStores)
    .set({ webhooks: row.webhooks === 'on' ? 'on' : 'uncertain', webhookProblem: row.webhookProblem, webhooksAt: at })
    .where(isMine(claim))
    .returning({ id })
  return rows.length > 0
}

/** Notes what has become of it. Returns false where the keeper has lost the store, or the shop is to be asked anew. */
export async function endSubscribing(db: Db, claim: Claim, begunAt: Date, found: Found): Promise<boolean> {
  const rows = await db
    .update(catalogueStores)
    .set(found)
    .where(and(isMine(claim), eq(webhooksAt, begunAt)))
    .returning({ id })
  return rows.length > 0
}

/** The shop may tell, whatever is noted. It is to be asked anew: to tell, or to stop, as is wanted then. */
export async function noteUncertain(db: Db, storeId: string) {
  await db.update(catalogueStores).set({ webhooks: 'uncertain', webhookProblem: null, webhooksAt: null }).where(eq(id, storeId))
}

/** The shop does not tell. */
export async function noteNotTelling(db: Db, storeId: string) {
  await db
    .update(catalogueStores)
    .set({ webhooks: null, webhookProblem: null, webhooksAt: null, webhookTries: 0, heardAt: null })
    .where(eq(id, storeId))
}

const { endPausesMs } = catalogueLimits.hints
/** How often a shop is asked to stop. */
export const endTries = endPausesMs.length + 1

/**
 * Those that were not asked to stop yet, and those that could not be asked, after pauses that grow. One whose last try nobody has noted the end of is
 * tried once more, so that its end is noted.
 */
function isEndDue(now: Date) {
  const isAfter = (pauseMs: number) => lte(webhooksAt, new Date(now.getTime() - pauseMs))
  const lastPauseMs = endPausesMs.at(-1) ?? 0
  const pauses = endPausesMs.map((pauseMs, index) =>
    and(index === 0 ? lte(webhookTries, 1) : eq(webhookTries, index + 1), isAfter(pauseMs)),
  )
  const isAgain = or(isNull(webhooksAt), ...pauses, and(gte(webhookTries, endTries), isAfter(lastPauseMs)))
  return or(inArray(webhooks, ['on', 'uncertain']), and(eq(webhooks, 'ending'), isAgain))
}

/**
 * The stores whose shops may tell us of changes although no copy is wanted.
 * @param isAnyOn whether copies are kept at all
 */
export async function tellingButUnwanted(db: Db, isAnyOn: boolean, now: Date): Promise<string[]> {
  const isUnwanted = isAnyOn ? not(and(eq(stores.active, true), eq(isOn, true)) ?? sql`false`) : undefined
  const rows = await db
    .select({ id })
    .from(catalogueStores)
    .innerJoin(stores, eq(stores.id, id))
    .where(and(isEndDue(now), isUnwanted))
  return rows.map((row) => row.id)
}

/** Begins to ask a shop to stop. Returns which try it is; null: another process has begun. */
export async function beginEnding(db: Db, storeId: string, at: Date): Promise<number | null> {
  const tries = sql<number>`case when ${webhooks} = 'ending' then ${webhookTries} + 1 else 1 end`
  const [row] = await db
    .update(catalogueStores)
    .set({ webhooks: 'ending', webhooksAt: at, webhookTries: tries })
    .where(and(eq(id, storeId), isEndDue(at)))
    .returning({ tries: webhookTries })
  return row?.tries ?? null
}

/** What has become of asking a shop to stop. `left`: it could not be asked, and is not any more; `failed`: it is asked again later; `broken`: at once. */
export type Ending = { is: 'stopped' | 'broken' } | { is: 'left' | 'failed'; problem: string }

/** Notes what has become of it. Returns false where the shop was asked to tell in the meantime. */
export async function noteEnded(db: Db, storeId: string, begunAt: Date, ending: Ending): Promise<boolean> {
  const none = { webhooks: null, webhookProblem: null, webhooksAt: null, webhookTries: 0, heardAt: null }
  const changes = {
    stopped: none,
    // No try of the shop's, because the server stops.
    broken: { webhooksAt: null, webhookTries: sql`${webhookTries} - 1` },
    left: { webhooks: 'left' },
    failed: {},
  }
  const rows = await db
    .update(catalogueStores)
    .set({ ...('problem' in ending ? { webhookProblem: ending.problem } : { webhookProblem: null }), ...changes[ending.is] })
    .where(and(eq(id, storeId), eq(webhooks, 'ending'), eq(webhooksAt, begunAt)))
    .returning({ id })
  return rows.length > 0
}
