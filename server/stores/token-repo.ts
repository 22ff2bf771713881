import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { stores } from '#drizzle/schema.ts'
import type { CredentialKind } from '#shared/platforms.ts'
import type { StoreRow } from '#server/stores/repo.ts'

/**
 * Claims the renewal of these tokens until an instant, so that no other call and no other process renews them. Returns false where another
 * one has. New credentials end the claim.
 */
export async function claimRenewal(db: Db, { id, tokens }: Pick<StoreRow, 'id' | 'tokens'>, now: Date, until: Date): Promise<boolean> {
  const isFree = or(isNull(stores.renewingUntil), lt(stores.renewingUntil, now))
  const claimed = await db
    .update(stores)
    .set({ renewingUntil: until })
    .where(and(eq(stores.id, id), tokens === null ? isNull(stores.tokens) : eq(stores.tokens, tokens), isFree))
    .returning({ id: stores.id })
  return claimed.length > 0
}

/** Ends the renewal that was claimed until this instant. `next`: the new tokens; null after a failure, which leaves the present ones. */
export async function endRenewal(db: Db, id: string, until: Date, next: string | null) {
  await db
    .update(stores)
    .set({ renewingUntil: null, ...(next !== null && { tokens: next }) })
    .where(and(eq(stores.id, id), eq(stores.renewingUntil, until)))
    .returning({ id: stores.id })
}

const approved: CredentialKind = 'appGrant'

/** The ids of the stores whose shop approved an app. */
export async function listApprovedIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: stores.id }).from(stores).where(eq(stores.credential, approved))
  return rows.map(({ id }) => id)
}
