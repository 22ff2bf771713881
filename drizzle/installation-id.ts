import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { settings } from '#drizzle/schema.ts'

const key = 'installation_id'

/** A random id of this installation, made on first use. */
export async function installationId(db: Db): Promise<string> {
  await db.insert(settings).values({ key, value: crypto.randomUUID() }).onConflictDoNothing()
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return z.string().parse(row?.value)
}

/** Makes another installation of a restored one: the one that the backup was made of may still run. */
export async function renewInstallationId(db: Db) {
  await db.delete(settings).where(eq(settings.key, key))
}
