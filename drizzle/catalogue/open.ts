import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { usualBounds, type CopyBounds } from '#drizzle/catalogue/rows.ts'
import { dialectOf } from '#drizzle/dialect.ts'

export type CatalogueOptions = {
  /** The database of the product. On Postgres, the copy is in a schema of its own there. */
  url: string
  /** The folder of the copy's file beside SQLite. */
  dataDir: string
  /** Default: the usual ones of the database. */
  bounds?: CopyBounds
}

/**
 * Opens the copy of all stores' catalogues, which any number of threads and processes may do at once. It is empty where it was missing,
 * damaged, or, but for what has changed, of another form.
 */
export async function openCatalogue({ url, dataDir, bounds }: CatalogueOptions): Promise<CatalogueCopy> {
  if (dialectOf(url) === 'sqlite')
    return (await import('#drizzle/catalogue/sqlite-copy.ts')).openSqliteCopy(dataDir, bounds ?? usualBounds.sqlite)
  return (await import('#drizzle/catalogue/postgres-copy.ts')).openPostgresCopy(url, bounds ?? usualBounds.postgres)
}
