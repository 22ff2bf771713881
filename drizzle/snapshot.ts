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
  /** Loads a snapshot into an empty database. Throws StartRefused where it is not empty. */
  load(url: string, loading: Loading): Promise<void>
}
