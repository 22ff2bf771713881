import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'

/** The description of a saved database, beside its files. It is used to load and verify them. */
export const Snapshot = z.object({
  dialect: z.enum(['sqlite', 'postgres']),
  /** The database's migrations, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
})
export type Snapshot = z.infer<typeof Snapshot>

/** How the found content differs from the described one, one sentence each. */
export function differencesFrom(described: Snapshot, found: Pick<Snapshot, 'migrations' | 'tables'>): string[] {
  const there = new Map(found.tables.map((table) => [table.name, table]))
  const known = new Set(described.tables.map(({ name }) => name))
  return [
    ...(described.migrations.join() === found.migrations.join() ? [] : ['the database has other migrations than its list']),
    ...described.tables.flatMap(({ name, columns, rows }) => {
      const table = there.get(name)
      if (!table) return [`the table ${name} is missing`]
      return [
        ...(table.columns.join() === columns.join() ? [] : [`the table ${name} has other columns than its list`]),
        ...(table.rows === rows ? [] : [`the table ${name} has ${table.rows} rows instead of ${rows}`]),
      ]
    }),
    ...found.tables.filter(({ name }) => !known.has(name)).map(({ name }) => `the table ${name} is not in the list`),
  ]
}

export type Loading = {
  /** The folder of the snapshot's files. */
  folder: string
  snapshot: Snapshot
  migrationsFolder: string
  /** Changes the loaded database before it is used. If it throws, the loaded data is removed. */
  settle: (db: Db) => Promise<void>
}

/** The operations that each dialect implements. */
export type Backup = {
  /**
   * Writes a consistent snapshot of the database into an empty folder, while other processes write to the database. It does not migrate.
   * Throws where the copy is incomplete.
   */
  save(url: string, folder: string): Promise<Snapshot>
  /** Describes every difference between the files of a snapshot and its description, and every damage, without a database. */
  differences(folder: string, snapshot: Snapshot): Promise<string[]>
  /** Loads a snapshot into an empty database. Throws StartRefused where it is not empty. */
  load(url: string, loading: Loading): Promise<void>
}
