import { eq } from 'drizzle-orm'
import type { Db } from '#drizzle/database.ts'
import { settings } from '#drizzle/schema.ts'
import { Settings, settingKeys } from '#shared/settings.ts'

const keyOf = { logo_url: settingKeys.logo, second_factor_level: settingKeys.secondFactorLevel } as const

/** All settings. null: not set. */
export async function findSettings(db: Db): Promise<Settings> {
  const kept = new Map((await db.select().from(settings)).map(({ key, value }) => [key, value]))
  return Settings.parse({
    logo_url: kept.get(keyOf.logo_url) ?? null,
    second_factor_level: kept.get(keyOf.second_factor_level) ?? null,
  })
}

export async function saveSetting<Name extends keyof Settings>(db: Db, name: Name, value: Settings[Name]) {
  const key = keyOf[name]
  if (value === null) await db.delete(settings).where(eq(settings.key, key))
  else await db.insert(settings).values({ key, value }).onConflictDoUpdate({ target: settings.key, set: { value } })
}
