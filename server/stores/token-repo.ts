import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { stores } from '#drizzle/schema.ts'
import type { CredentialKind } from '#shared/platforms.ts'
import type { StoreRow } from '#server/stores/repo.ts'

/** A store's tokens belong to its secrets: other secrets have other tokens. */
type Owned = Pick<StoreRow, 'id' | 'secrets'>

const ofStore = ({ id, secrets }: Owned) => and(eq(stores.id, id), eq(stores.secrets, secrets))

/** The present tokens. null where the store is gone or has other secrets. */
export async function findTokens(db: Db, store: Owned): Promise<string | null> {
  const [row] = await db.select({ tokens: stores.tokens }).from(stores).where(ofStore(store))
  return row?.tokens ?? null
}

/** Claims the renewal of these tokens, so that no other call and no other process renews them. Returns false where another one has. */
export async function claimRenewal(db: Db, store: Owned, tokens: string, now: Date, until: Date): Promise<boolean> {
  const isFree = or(isNull(stores.renewingUntil), lt(stores.renewingUntil, now))
  const claimed = await db
    .update(stores)
    .set({ renewingUntil: until })
    .where(and(ofStore(store), eq(stores.tokens, tokens), isFree))
    .returning({ id: stores.id })
  return claimed.length > 0
}

/** Ends a renewal: with the next tokens, or with the same ones after a failure. */
export async function endRenewal(db: Db, store: Owned, tokens: string, next: string) {
  await db
    .update(stores)
    .set({ tokens: next, renewingUntil: null })
    .where(and(ofStore(store), eq(stores.tokens, tokens)))
    .returning({ id: stores.id })
}

const approved: CredentialKind = 'appGrant'

/** The ids of the stores whose shop approved an app. */
export async function listApprovedIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: stores.id }).from(stores).where(eq(stores.credential, approved))
  return rows.map(({ id }) => id)
}
