import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { settings } from '#drizzle/schema.ts'
import { settingKeys } from '#shared/settings.ts'

type Key = (typeof settingKeys)['catalogueOn' | 'priceTolerance']

async function find<Value extends z.ZodType>(db: Db, key: Key, form: Value, otherwise: z.output<Value>): Promise<z.output<Value>> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return row ? form.parse(row.value) : otherwise
}

async function save(db: Db, key: Key, value: boolean | number) {
  await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
}

/** Whether copies of catalogues are kept at all. */
export const findCatalogueOn = (db: Db): Promise<boolean> => find(db, settingKeys.catalogueOn, z.boolean(), true)
export const saveCatalogueOn = (db: Db, isOn: boolean) => save(db, settingKeys.catalogueOn, isOn)

/** How much higher, in percent, a price may be than that of another store in the same currency. */
export const findPriceTolerance = (db: Db): Promise<number> => find(db, settingKeys.priceTolerance, z.int(), 0)
export const savePriceTolerance = (db: Db, percent: number) => save(db, settingKeys.priceTolerance, percent)
