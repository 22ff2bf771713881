import { z } from 'zod'
import type { Db } from '#drizzle/database.ts'

/** What a backup holds of a database, beside the files that the dialect wrote: by this it is loaded and checked. */
export const Snapshot = z.object({
  dialect: z.enum(['sqlite', 'postgres']),
  /** The migrations that were carried out on it, oldest first. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
})
export type Snapshot = z.infer<typeof Snapshot>

export type Loading = {
  /** The folder that the snapshot was saved into. */
  folder: string
  snapshot: Snapshot
  migrationsFolder: string
  /** Works on the loaded database before anybody else sees it. Where it throws, nothing stays of what was loaded. */
  settle: (db: Db) => Promise<void>
}

/** What each database does in its own way. */
export type Backup = {
  /**
   * Writes what the database held at one moment into files of an empty folder, while others go on writing. It migrates nothing.
   * Throws where what was written is not whole.
   */
  save(url: string, folder: string): Promise<Snapshot>
  /** Loads a snapshot into a database that has nothing yet. Throws a StartRefused where it has. */
  load(url: string, loading: Loading): Promise<void>
}
