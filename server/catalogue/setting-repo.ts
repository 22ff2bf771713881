import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { settings } from '#drizzle/schema.ts'
import { settingKeys } from '#shared/settings.ts'

const key = settingKeys.catalogueOn

/** Whether copies of catalogues are kept at all. */
export async function findCatalogueOn(db: Db): Promise<boolean> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row ? z.boolean().parse(row.value) : true
}

export async function saveCatalogueOn(db: Db, isOn: boolean) {
  await db
    .insert(settings)
    .values({ key, value: isOn })
    .onConflictDoUpdate({ target: settings.key, set: { value: isOn } })
}
