import { dialect } from '#drizzle/dialect.ts'
import { missingMigrations, openInspection } from '#drizzle/inspection.ts'

export { dialect }

/** How many migrations a database has, and how many of this version it lacks. */
export async function countMigrations(url: string): Promise<{ applied: number; pending: number }> {
  const applied = await (await openInspection()).applied(url)
  return { applied: applied.length, pending: missingMigrations(applied).length }
}
