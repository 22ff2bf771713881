import { join } from 'node:path'
import type { Db } from '#drizzle/database.ts'
import type { Snapshot } from '#drizzle/snapshot.ts'
import { recordFromShell } from '#server/audit/shell.ts'
import { putBackIntoBucket } from '#server/backup/bucket-files.ts'
import { exportsName, foldersOf, putBack, type DataFolders } from '#server/backup/folders.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { endOpenJobs, forgetCatalogues, jobFileNames, renewInstallationId, signEverybodyOut } from '#server/backup/settle-repo.ts'
import { verifyBackup } from '#server/backup/verify.ts'
import { failedWith } from '#server/jobs/failed.ts'
import { assertSecret } from '#server/secrets/check.ts'
import type { Vault } from '#server/stores/vault.ts'
import { errors } from '#shared/errors.ts'
import { StartRefused } from '#shared/start-refused.ts'

export type RestoreOptions = DataFolders & {
  /** The folder of one backup. */
  source: string
  vault: Vault
  /** Loads the database; see drizzle/backup.ts. */
  loadDatabase: (loading: { folder: string; snapshot: Snapshot; settle: (db: Db) => Promise<void> }) => Promise<void>
  /** Empties the copy of the catalogues, which may be of a time after the backup; see drizzle/catalogue/emptying.ts. */
  emptyCatalogue: () => Promise<void>
  now: Date
  /** Who restores, and from where as they named it, for the restored audit log. Without it, the log stays that of the backup. */
  by?: { operator: string; from: string }
}

/** The result of a restoration. */
export type Restored = {
  manifest: Manifest
  /** The number of exports that were running or waiting. They are failed now and can be retried. */
  endedJobs: number
  /** Files of finished exports that are not in the backup. */
  missingFiles: string[]
}

/** Throws StartRefused unless the folder is a complete and unchanged backup. */
async function readManifest(source: string): Promise<Manifest> {
  const { manifest, damages } = await verifyBackup(source)
  if (manifest === null) throw new StartRefused(`${source} is not a backup that this version can read: ${damages.join('; ')}.`)
  if (damages.length > 0) throw new StartRefused(`The backup is damaged: ${damages.join('; ')}. Nothing was restored.`)
  return manifest
}

/**
 * Restores an installation: first the files, then the database, which must not exist yet. All sessions are ended and open exports are
 * failed, because the sessions may have been ended, and the exports cancelled, after the backup. The restored installation gets an id of its
 * own: where the other one still runs, neither removes the other's backups.
 */
export async function restoreBackup({
  source,
  vault,
  loadDatabase,
  emptyCatalogue,
  now,
  by,
  ...folders
}: RestoreOptions): Promise<Restored> {
  const manifest = await readManifest(source)
  let settled = { endedJobs: 0, missingFiles: [] as string[] }
  const inBackup = new Set(manifest.files.map(({ path }) => path))
  await loadDatabase({
    folder: join(source, 'database'),
    snapshot: manifest.database,
    async settle(db) {
      await assertSecret({ db }, vault)
      for (const { name, path } of foldersOf(folders)) await putBack(join(source, name), path)
      if (folders.filesBucket) await putBackIntoBucket(join(source, exportsName), folders.filesBucket)
      await emptyCatalogue()
      await forgetCatalogues(db)
      await renewInstallationId(db)
      await signEverybodyOut(db)
      const endedJobs = await endOpenJobs(db, failedWith('JOB_INTERRUPTED', errors.JOB_INTERRUPTED.message, now))
      const areOutside = folders.filesFolder !== undefined || folders.filesBucket !== undefined
      const named = areOutside ? await jobFileNames(db) : []
      settled = { endedJobs, missingFiles: named.filter((id) => !inBackup.has(`${exportsName}/${id}.csv`)) }
      if (by) {
        const details = { place: by.from, createdAt: manifest.createdAt, endedJobs, missingFiles: settled.missingFiles.length }
        await recordFromShell(db, { at: now, operator: by.operator, action: 'backups.restore', details })
      }
    },
  })
  return { manifest, ...settled }
}
