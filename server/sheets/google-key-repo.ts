import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { settings } from '#drizzle/schema.ts'
import { settingKeys } from '#shared/settings.ts'

const key = settingKeys.googleKey

/** The encrypted key of the Google service account. null: none is saved. */
export async function findSealedKey(db: Db): Promise<string | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row ? z.string().parse(row.value) : null
}

export async function saveSealedKey(db: Db, sealed: string) {
  await db
    .insert(settings)
    .values({ key, value: sealed })
    .onConflictDoUpdate({ target: settings.key, set: { value: sealed } })
}

/** Does nothing where another key was saved in the meantime. */
export async function replaceSealedKey(db: Db, before: string, sealed: string) {
  await db
    .update(settings)
    .set({ value: sealed })
    .where(and(eq(settings.key, key), eq(settings.value, before)))
}

export async function deleteSealedKey(db: Db) {
  await db.delete(settings).where(eq(settings.key, key))
}
