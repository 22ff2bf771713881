import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { usualBounds, type CopyBounds } from '#drizzle/catalogue/rows.ts'
import type { OnDamage } from '#drizzle/catalogue/sqlite-file.ts'
import { dialectOf } from '#drizzle/dialect.ts'

export type CatalogueOptions = {
  /** The database of the product. On Postgres, the copy is in a schema of its own there. */
  url: string
  /** The folder of the copy's file beside SQLite. */
  dataDir: string
  /** Default: the usual ones of the database. */
  bounds?: CopyBounds
  /** Called where a file beside SQLite was damaged. Default: nobody is told. */
  onDamage?: OnDamage
}

/**
 * Opens the copy of all stores' catalogues, which any number of threads and processes may do at once. It is empty where it was missing,
 * or, but for what has changed, damaged or of another form.
 */
export async function openCatalogue({ url, dataDir, bounds, onDamage = () => {} }: CatalogueOptions): Promise<CatalogueCopy> {
  if (dialectOf(url) === 'sqlite')
    return (await import('#drizzle/catalogue/sqlite-copy.ts')).openSqliteCopy(dataDir, bounds ?? usualBounds.sqlite, onDamage)
  return (await import('#drizzle/catalogue/postgres-copy.ts')).openPostgresCopy(url, bounds ?? usualBounds.postgres)
}
