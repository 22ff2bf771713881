import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { passkeys } from '#drizzle/second-factor-tables.ts'

export const listPasskeys = (db: Db, userId: string) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id))
export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number]

export const countPasskeys = (db: Db, userId: string) => db.$count(passkeys, eq(passkeys.userId, userId))

/** Whether this credential is a passkey of the person. */
export async function ownsCredential(db: Db, userId: string, credentialID: string): Promise<boolean> {
  return (await db.$count(passkeys, and(eq(passkeys.userId, userId), eq(passkeys.credentialID, credentialID)))) > 0
}

/** null where the person has no such passkey. */
export async function takePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | null> {
  const [taken] = await db
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning()
  return taken ?? null
}
