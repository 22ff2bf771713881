import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'
import { settings } from '#drizzle/schema.ts'

const logoKey = 'logo_url'
const Logo = z.string().nullable()

export async function findLogo(db: Db): Promise<string | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, logoKey))
  return Logo.parse(row?.value ?? null)
}

export async function saveLogo(db: Db, logo: string | null) {
  if (logo === null) await db.delete(settings).where(eq(settings.key, logoKey))
  else
    await db
      .insert(settings)
      .values({ key: logoKey, value: logo })
      .onConflictDoUpdate({ target: settings.key, set: { value: logo } })
}
