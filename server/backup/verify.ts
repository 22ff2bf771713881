import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  differencesBetween,
  digestsOf,
  manifestName,
  parsedManifest,
  strangersIn,
  sumName,
  sumOf,
  type Manifest,
} from '#server/backup/manifest.ts'
import { isUnfinishedName } from '#server/backup/names.ts'
import { snapshotDifferences } from '#server/backup/snapshot-repo.ts'

/** `manifest` null: there is none that this version can read. `damages`: one sentence each; empty where the backup is as it was written. */
export type Verified = { manifest: Manifest | null; damages: string[] }

const unfinished = 'it was interrupted, or is still being written'

const readText = (path: string) => readFile(path).catch(() => null)

/** Backups of version 1 have no sum of their manifest. */
async function manifestDamages(source: string, bytes: Buffer, version: number): Promise<string[]> {
  const sum = await readText(join(source, sumName))
  if (sum === null) return version === 1 ? [] : [`${sumName} is missing`]
  return sum.toString() === sumOf(bytes) ? [] : [`${manifestName} and ${sumName} do not match: one of them was changed`]
}

/**
 * Compares a backup with its manifest, and the manifest with its sum, without a database and without changing anything. The database is
 * opened and checked where its files are as they were written.
 */
export async function verifyBackup(source: string): Promise<Verified> {
  const bytes = await readText(join(source, manifestName))
  if (bytes === null)
    return { manifest: null, damages: [isUnfinishedName(basename(source)) ? unfinished : `${manifestName} cannot be read`] }
  const manifest = parsedManifest(bytes.toString())
  if (!manifest) return { manifest: null, damages: [`${manifestName} is not as it should be`] }
  const files = differencesBetween(manifest.files, await digestsOf(source))
  const damages = [
    ...(await manifestDamages(source, bytes, manifest.version)),
    ...files,
    ...(await strangersIn(source)).map((path) => `${path} is not a file`),
  ]
  const isDatabaseWhole = !files.some((damage) => damage.startsWith('database/'))
  const inDatabase = isDatabaseWhole ? await snapshotDifferences(join(source, 'database'), manifest.database) : []
  return { manifest, damages: [...damages, ...inDatabase] }
}
