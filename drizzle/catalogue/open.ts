import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { dialectOf } from '#drizzle/dialect.ts'

/**
 * Opens the copy of all stores' catalogues, which any number of threads and processes may do at once. It is empty where it was missing,
 * damaged, or of another form.
 * @param url the database of the product. On Postgres, the copy is in a schema of its own there.
 * @param dataDir the folder of the copy's file beside SQLite.
 */
export async function openCatalogue({ url, dataDir }: { url: string; dataDir: string }): Promise<CatalogueCopy> {
  if (dialectOf(url) === 'sqlite') return (await import('#drizzle/catalogue/sqlite-copy.ts')).openSqliteCopy(dataDir)
  return (await import('#drizzle/catalogue/postgres-copy.ts')).openPostgresCopy(url)
}
