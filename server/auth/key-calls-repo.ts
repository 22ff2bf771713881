import { and, desc, eq, notInArray } from 'drizzle-orm'
import type { Database, Db } from '#drizzle/database.ts'
import { keyCalls } from '#drizzle/key-tables.ts'

/** A call of a key, before it has an id. */
export type NewKeyCall = Omit<typeof keyCalls.$inferSelect, 'id'>

const newestFirst = [desc(keyCalls.at), desc(keyCalls.id)]

/** The newest calls of a key. */
export async function listKeyCalls(db: Db, keyId: string, limit: number) {
  return db
    .select()
    .from(keyCalls)
    .where(eq(keyCalls.keyId, keyId))
    .orderBy(...newestFirst)
    .limit(limit)
}

/** Adds calls of one key, and removes all but its newest ones. */
export async function insertKeyCalls({ batch }: Database, keyId: string, calls: readonly NewKeyCall[], kept: number) {
  const rows = calls.map((call) => ({ ...call, id: crypto.randomUUID() }))
  await batch((db) => {
    const newest = db
      .select({ id: keyCalls.id })
      .from(keyCalls)
      .where(eq(keyCalls.keyId, keyId))
      .orderBy(...newestFirst)
      .limit(kept)
    return [
      db.insert(keyCalls).values(rows).returning({ id: keyCalls.id }),
      db
        .delete(keyCalls)
        .where(and(eq(keyCalls.keyId, keyId), notInArray(keyCalls.id, newest)))
        .returning({ id: keyCalls.id }),
    ]
  })
}
