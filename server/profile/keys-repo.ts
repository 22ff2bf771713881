import { and, desc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { apiKeys, users } from '#drizzle/schema.ts'
import { Permission } from '#shared/access.ts'
import type { ApiKey } from '#shared/api-keys.ts'

const Scope = z.object({ permissions: z.array(Permission), storeIds: z.array(z.string()).nullable() })
const columns = { key: apiKeys, email: users.email, isService: users.isService }
type Found = { key: typeof apiKeys.$inferSelect; email: string; isService: boolean | null }

function toApiKey({ key, email, isService }: Found): ApiKey {
  const { permissions, storeIds } = Scope.parse(key)
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    owner: { id: key.userId, email: isService ? null : email },
    permissions,
    store_ids: storeIds,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
  }
}

/** The keys of a person or a service account, newest first. `userId` null: those of all of them. */
export async function listKeys(db: Db, userId: string | null): Promise<ApiKey[]> {
  const rows = await db
    .select(columns)
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(userId === null ? undefined : eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(toApiKey)
}

export async function findKey(db: Db, id: string): Promise<ApiKey | null> {
  const [row] = await db.select(columns).from(apiKeys).innerJoin(users, eq(users.id, apiKeys.userId)).where(eq(apiKeys.id, id))
  return row ? toApiKey(row) : null
}

export async function insertKey(db: Db, key: typeof apiKeys.$inferInsert) {
  await db.insert(apiKeys).values(key)
}

/** Ends a key at this time. Returns false where there was no such key. */
export async function endKeyAt(db: Db, id: string, at: Date): Promise<boolean> {
  const rows = await db.update(apiKeys).set({ expiresAt: at }).where(eq(apiKeys.id, id)).returning({ id: apiKeys.id })
  return rows.length > 0
}

/** Returns false where there was no such key. */
export async function removeKey(db: Db, { id, owner }: Pick<ApiKey, 'id' | 'owner'>): Promise<boolean> {
  const rows = await db
    .delete(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, owner.id)))
    .returning({ id: apiKeys.id })
  return rows.length > 0
}
