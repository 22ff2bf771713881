import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { manifestName, parsedManifest, type FileDigest, type Manifest } from '#server/backup/manifest.ts'
import { isBackupName, isRemovingName, isUnfinishedName, removingName } from '#server/backup/names.ts'

const dayMs = 24 * 3_600_000

/** The backup just written, and how many of its installation are kept, this one among them. */
export type Retained = { written: string; installation: string | undefined; keep: number }

const isThere = async (folder: string, { path, bytes }: FileDigest): Promise<boolean> =>
  stat(join(folder, path)).then(
    (found) => found.isFile() && found.size === bytes,
    () => false,
  )

/** The manifest of a folder whose files are all there, by their sizes. null: it is no such backup. Verifying also compares their content. */
async function completeIn(folder: string): Promise<Manifest | null> {
  const manifest = parsedManifest(await readFile(join(folder, manifestName), 'utf8').catch(() => ''))
  const isComplete = manifest && (await Promise.all(manifest.files.map((file) => isThere(folder, file)))).every(Boolean)
  return isComplete ? manifest : null
}

/** The name changes first: a removal that is interrupted leaves nothing that looks like a backup. */
async function remove(folder: string) {
  await rename(folder, removingName(folder))
  await rm(removingName(folder), { recursive: true })
}

/**
 * The oldest complete backups of an installation beyond `keep`, which always keeps the one just written, even if the clock was set back. Other
 * names, incomplete backups, those in progress and those of other installations neither count nor go. Oldest first.
 */
export async function oldestBeyond(
  names: string[],
  { written, installation, keep }: Retained,
  complete: (name: string) => Promise<Manifest | null>,
): Promise<string[]> {
  const others: string[] = []
  for (const name of names.filter((one) => isBackupName(one) && one !== written).toSorted()) {
    const manifest = await complete(name)
    if (manifest && manifest.installation === installation) others.push(name)
  }
  return others.slice(0, Math.max(0, others.length - (keep - 1)))
}

/** Removes the folders directly in `parent` that killed processes left there more than a day ago. */
export async function removeLeftBehind(parent: string, isLeftBehind: (name: string) => boolean, now: Date): Promise<void> {
  for (const name of (await readdir(parent)).filter(isLeftBehind)) {
    const found = await stat(join(parent, name)).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > dayMs) await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** Removes the oldest complete backups of a folder; see `oldestBeyond`. Yields each that is removed. `kept.written`: the folder of a backup. */
export async function* removeOlderBackups(target: string, { written, ...kept }: Retained): AsyncGenerator<string> {
  const names = (await readdir(target, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  for (const name of names.filter(isRemovingName)) await rm(join(target, name), { recursive: true, force: true })
  const oldest = await oldestBeyond(names, { ...kept, written: basename(written) }, (name) => completeIn(join(target, name)))
  for (const folder of oldest.map((name) => join(target, name))) {
    await remove(folder)
    yield folder
  }
}

/** Removes from a folder of backups what was interrupted more than a day ago. */
export const removeUnfinished = (target: string, now: Date): Promise<void> => removeLeftBehind(target, isUnfinishedName, now)
