import { readdirSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '#drizzle/database.ts'
import { dialect } from '#drizzle/dialect.ts'
import { migrationsFolder } from '#drizzle/open.ts'

/** Opens a new database of an earlier version, with the first migrations. They are copied into `folder`. */
export async function earlierDatabase({ url, dataDir }: { url: string; dataDir: string }, count: number): Promise<Database> {
  const earlier = join(dataDir, 'migrations')
  await mkdir(earlier)
  const names = readdirSync(migrationsFolder).toSorted().slice(0, count)
  for (const name of names) await cp(join(migrationsFolder, name), join(earlier, name), { recursive: true })
  const { connect } = await (dialect === 'sqlite' ? import('#drizzle/sqlite-connection.ts') : import('#drizzle/postgres-connection.ts'))
  return connect(url, earlier)
}
