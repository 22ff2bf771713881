import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Manifest, manifestName, type FileDigest } from '#server/backup/manifest.ts'

/** The names that writeBackup gives. Their order is that of time. */
const ours = /^backup-\d{8}T\d{6}Z$/
const suffix = '.removing'
const isHalfRemoved = (name: string) => name.endsWith(suffix) && ours.test(name.slice(0, -suffix.length))

const isThere = async (folder: string, { path, bytes }: FileDigest): Promise<boolean> =>
  stat(join(folder, path)).then(
    (found) => found.isFile() && found.size === bytes,
    () => false,
  )

/** Whether a folder is a backup whose files are all there, by their sizes. `npm run verify` also compares their content. */
async function isComplete(folder: string): Promise<boolean> {
  try {
    const { files } = Manifest.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')))
    return (await Promise.all(files.map((file) => isThere(folder, file)))).every(Boolean)
  } catch {
    return false
  }
}

/** The name changes first: a removal that is interrupted leaves nothing that looks like a backup. */
async function remove(folder: string) {
  await rename(folder, folder + suffix)
  await rm(folder + suffix, { recursive: true })
}

/**
 * The oldest complete backups beyond `keep`, the one just written among them, even if the clock was set back. Other names, incomplete
 * backups and those in progress neither count nor go. Oldest first.
 */
export async function oldestBeyond(
  names: string[],
  written: string,
  keep: number,
  isWhole: (name: string) => Promise<boolean>,
): Promise<string[]> {
  const others: string[] = []
  for (const name of names.filter((one) => ours.test(one) && one !== written).toSorted()) if (await isWhole(name)) others.push(name)
  return others.slice(0, Math.max(0, others.length - (keep - 1)))
}

/** Removes the oldest complete backups of a folder; see `oldestBeyond`. Yields each that is removed. */
export async function* removeOlderBackups(written: string, target: string, keep: number): AsyncGenerator<string> {
  const names = (await readdir(target, { withFileTypes: true })).filter((entry) => entry.isDirectory()).map(({ name }) => name)
  for (const name of names.filter(isHalfRemoved)) await rm(join(target, name), { recursive: true, force: true })
  const oldest = await oldestBeyond(names, basename(written), keep, (name) => isComplete(join(target, name)))
  for (const folder of oldest.map((name) => join(target, name))) {
    await remove(folder)
    yield folder
  }
}
