import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fetchBackup, removeOlderInBucket, sendBackup } from '#server/backup/bucket-backups.ts'
import type { DataFolders } from '#server/backup/folders.ts'
import { noteBackup } from '#server/backup/last.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { removeLeftBehind, removeOlderBackups, removeUnfinished } from '#server/backup/retention.ts'
import { installationOf, saveDatabase } from '#server/backup/snapshot-repo.ts'
import { writeBackup } from '#server/backup/write.ts'
import { openBucket, type BucketPlace, type S3Bucket } from '#server/storage/bucket.ts'

/** Where backups are kept: a folder or a bucket. `name`: as it was given, such as `s3://bucket/prefix`. */
export type BackupPlace = { name: string } & ({ folder: string } | { bucket: BucketPlace })

export type BackupRun = DataFolders & {
  databaseUrl: string
  place: BackupPlace
  /** The number of complete backups of this installation to keep, this one among them. undefined: all. */
  keep: number | undefined
  now: Date
}

/** Which older backups were removed, and why others could not be. */
type Removal = { removed: string[]; removalFailure: string | null }

/** `at`: the new backup. `bytes`: the sum of its files. */
export type BackupDone = Removal & { at: string; manifest: Manifest; bytes: number }

const staging = 'backup-staging-'

async function withBucket<T>(place: BucketPlace, work: (bucket: S3Bucket) => Promise<T>): Promise<T> {
  const bucket = await openBucket(place)
  try {
    return await work(bucket)
  } finally {
    bucket.close()
  }
}

/** Calls with a new folder below `parent`, which is removed afterwards. Also removes what killed processes left there more than a day ago. */
async function inStaging<T>(parent: string, now: Date, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  await removeLeftBehind(parent, (name) => name.startsWith(staging), now)
  const folder = await mkdtemp(join(parent, staging))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Collects what is removed. A failure does not reject: the new backup is there, and must not count as failed. */
async function removalBy(removing: AsyncIterable<string>): Promise<Removal> {
  const removed: string[] = []
  try {
    for await (const one of removing) removed.push(one)
    return { removed, removalFailure: null }
  } catch (error) {
    return { removed, removalFailure: error instanceof Error ? error.message : String(error) }
  }
}

const nothingRemoved: Removal = { removed: [], removalFailure: null }

function done(at: string, manifest: Manifest, removal: Removal): BackupDone {
  return { at, manifest, bytes: manifest.files.reduce((sum, file) => sum + file.bytes, 0), ...removal }
}

/**
 * Writes a backup, records it in the data folder, and then removes the oldest ones beyond `keep`. Before that, it removes what was interrupted
 * more than a day ago. A backup for a bucket is first written into
 * a folder below DATA_DIR.
 */
export async function runBackup({ databaseUrl, place, keep, now, ...folders }: BackupRun): Promise<BackupDone> {
  const installation = await installationOf(databaseUrl)
  const saving = (into: string) => saveDatabase(databaseUrl, into)
  const write = (target: string) => writeBackup({ ...folders, target, now, installation, saveDatabase: saving })
  if ('folder' in place) {
    await mkdir(place.folder, { recursive: true, mode: 0o700 })
    await removeUnfinished(place.folder, now)
    const { folder: written, manifest } = await write(place.folder)
    await noteBackup(folders.dataDir, now)
    if (keep === undefined) return done(written, manifest, nothingRemoved)
    return done(written, manifest, await removalBy(removeOlderBackups(place.folder, { written, installation, keep })))
  }
  return withBucket(place.bucket, (bucket) =>
    inStaging(folders.dataDir, now, async (target) => {
      const { folder, manifest } = await write(target)
      const name = basename(folder)
      await sendBackup(bucket, name, folder, manifest)
      await noteBackup(folders.dataDir, now)
      const removal =
        keep === undefined ? nothingRemoved : await removalBy(removeOlderInBucket(bucket, { written: name, installation, keep }))
      const removed = removal.removed.map((one) => `${place.name}/${one}`)
      return done(`${place.name}/${name}`, manifest, { ...removal, removed })
    }),
  )
}

/** One backup: its folder, or its name in a bucket. */
export type BackupSource = { folder: string } | { bucket: BucketPlace; backup: string }

/** Calls with the folder of a backup. One in a bucket is downloaded into a folder below `parent` for that time. */
export async function withBackup<T>(source: BackupSource, parent: string, now: Date, work: (folder: string) => Promise<T>): Promise<T> {
  if ('folder' in source) return work(source.folder)
  return withBucket(source.bucket, (bucket) =>
    inStaging(parent, now, async (folder) => {
      await fetchBackup(bucket, source.backup, folder)
      return work(folder)
    }),
  )
}
