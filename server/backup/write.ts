import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Snapshot } from '#drizzle/snapshot.ts'
import { copyFromBucket } from '#server/backup/bucket-files.ts'
import { copyFolder, exportsName, foldersOf, sync, type DataFolders } from '#server/backup/folders.ts'
import { digestsOf, manifestName, sumName, sumOf, type Manifest } from '#server/backup/manifest.ts'
import { backupName, unfinishedName } from '#server/backup/names.ts'

export type BackupOptions = DataFolders & {
  /** The folder of all backups. It is created where it is missing. */
  target: string
  /** The id of the installation; see drizzle/installation-id.ts. */
  installation: string
  /** Writes the content of the database into a folder; see drizzle/backup.ts. */
  saveDatabase: (folder: string) => Promise<Snapshot>
  now: Date
}
export type WrittenBackup = { folder: string; manifest: Manifest }

/**
 * Writes a backup of a running installation into a new folder and reads the written files back. The folder gets its final name when it is
 * complete; an interrupted backup leaves at most a folder with the suffix `.partial`. The database is saved first, so that all files that
 * it refers to already exist.
 */
export async function writeBackup({ target, installation, saveDatabase, now, ...folders }: BackupOptions): Promise<WrittenBackup> {
  const folder = join(target, backupName(now))
  const partial = unfinishedName(folder)
  await mkdir(target, { recursive: true, mode: 0o700 })
  await mkdir(partial, { mode: 0o700 })
  try {
    const databaseFolder = join(partial, 'database')
    await mkdir(databaseFolder, { mode: 0o700 })
    const database = await saveDatabase(databaseFolder)
    for (const { name, path } of foldersOf(folders)) await copyFolder(path, join(partial, name))
    if (folders.filesBucket) await copyFromBucket(folders.filesBucket, join(partial, exportsName))
    const files = await digestsOf(partial)
    const manifest: Manifest = { version: 2, createdAt: now.toISOString(), installation, database, files }
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    await writeFile(join(partial, manifestName), text, { mode: 0o600 })
    await writeFile(join(partial, sumName), sumOf(text), { mode: 0o600 })
    for (const path of [...files.map((file) => file.path), manifestName, sumName, '.']) await sync(join(partial, path))
    await rename(partial, folder)
    await sync(target)
    return { folder, manifest }
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}
