import type { Db } from '#drizzle/database.ts'
import { apiKeys, sessions } from '#drizzle/schema.ts'

/** An API key of the person, that opens nothing. */
export async function newApiKey(db: Db, userId: string): Promise<string> {
  const [id, createdAt] = [crypto.randomUUID(), new Date()]
  const key = { id, userId, name: 'Script', tokenHash: id, permissions: [], storeIds: null, createdAt, lastUsedAt: null }
  await db.insert(apiKeys).values(key)
  return id
}

/** A session of the person, of which nobody has the token. */
export async function newSession(db: Db, userId: string): Promise<string> {
  const [id, now] = [crypto.randomUUID(), new Date()]
  const session = { id, userId, token: id, expiresAt: new Date(now.getTime() + 3_600_000), createdAt: now, updatedAt: now }
  await db.insert(sessions).values(session)
  return id
}
