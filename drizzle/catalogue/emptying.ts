import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { changesTable } from '#drizzle/catalogue/rows.ts'
import { openCatalogue, type CatalogueOptions } from '#drizzle/catalogue/open.ts'
import { dialectOf } from '#drizzle/dialect.ts'
import { hasDatabaseCode } from '#drizzle/errors.ts'
import { withClient } from '#drizzle/postgres-connection.ts'

/** Rows of no form are never read, and dropped when the copy is opened. The changes would stay. */
const forget = (url: string) =>
  withClient(url, async (client) => {
    const { rowCount } = await client.query(`select from pg_tables where schemaname = 'catalogue' and tablename = 'form'`)
    if (rowCount !== 0) await client.query('update catalogue.form set version = 0')
    await client.query(`drop table if exists catalogue.${changesTable}`)
  })

/** Empties the copy of all stores' catalogues. No server may use it meanwhile. */
export async function emptyCatalogue({ url, dataDir }: Pick<CatalogueOptions, 'url' | 'dataDir'>) {
  if (dialectOf(url) === 'sqlite') {
    for (const ending of ['', '-wal', '-shm', '-journal', '-opening']) rmSync(join(dataDir, `catalogue.db${ending}`), { force: true })
    return
  }
  try {
    await forget(url)
    await (await openCatalogue({ url, dataDir })).close()
  } catch (error) {
    // A copy that this user may not use.
    if (!hasDatabaseCode(error, ['42501', 'CATALOGUE_REFUSED'])) throw error
  }
}
