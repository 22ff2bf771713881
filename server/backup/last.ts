import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const Kept = z.object({ at: z.iso.datetime() })
const fileIn = (dataDir: string) => join(dataDir, 'last-backup.json')

/** Records in the data folder when a backup was complete. */
export async function noteBackup(dataDir: string, at: Date) {
  const kept: z.infer<typeof Kept> = { at: at.toISOString() }
  // With Postgres, a server may never have needed it.
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(fileIn(dataDir), `${JSON.stringify(kept)}\n`, { mode: 0o600 })
}

/** When the last backup was complete. null: none was made with this data folder, or it cannot be read. */
export async function lastBackup(dataDir: string): Promise<string | null> {
  try {
    return Kept.parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8'))).at
  } catch {
    return null
  }
}
