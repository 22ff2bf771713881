import { join } from 'node:path'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import type { CopyBounds } from '#drizzle/catalogue/rows.ts'
import { sqliteChanges } from '#drizzle/catalogue/sqlite-changes.ts'
import { openCopyFile, type OnDamage } from '#drizzle/catalogue/sqlite-file.ts'
import { sqliteClashes } from '#drizzle/catalogue/sqlite-clashes.ts'
import { sqliteReads } from '#drizzle/catalogue/sqlite-read.ts'
import { sqliteSearch } from '#drizzle/catalogue/sqlite-search.ts'
import { sqliteWrites } from '#drizzle/catalogue/sqlite-write.ts'

/** Opens the copy in a file of its own in the data folder; see openCopyFile. */
export function openSqliteCopy(dataDir: string, bounds: CopyBounds, onDamage: OnDamage): CatalogueCopy {
  const file = openCopyFile(join(dataDir, 'catalogue.db'), onDamage)
  return {
    ...sqliteWrites(file),
    ...sqliteReads(file),
    ...sqliteSearch(file, bounds),
    ...sqliteChanges(file),
    ...sqliteClashes(file, bounds.comparedAtOnce),
    identity: () => file.identity(),
    edition: () => file.edition(),
    bytes: () => file.bytes(),
    close: async () => file.close(),
  }
}
