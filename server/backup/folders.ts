import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { S3Bucket } from '#server/storage/bucket.ts'

/** The folders of an installation for files outside its database. */
export type DataFolders = {
  dataDir: string
  /** The folder of the jobs' files. undefined: they are in the database, or in the bucket. */
  filesFolder: string | undefined
  filesBucket?: S3Bucket | undefined
}

/** The folder of a backup with the jobs' files. */
export const exportsName = 'exports'

/** The folders' names in a backup and their paths in the installation. */
export const foldersOf = ({ dataDir, filesFolder }: DataFolders): { name: string; path: string }[] => [
  ...(filesFolder === undefined ? [] : [{ name: exportsName, path: filesFolder }]),
  { name: 'mail-queue', path: join(dataDir, 'mail-queue') },
  { name: 'outbox', path: join(dataDir, 'outbox') },
]

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The names of the files directly in a folder, which may be missing. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Returns false where the file no longer exists. */
async function copyIfThere(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Copies the files of a folder while other processes write to it. */
export async function copyFolder(from: string, to: string): Promise<void> {
  const done = new Set<string>()
  const copyNew = async () => {
    for (const name of await namesIn(from)) if (!done.has(name) && (await copyIfThere(join(from, name), join(to, name)))) done.add(name)
  }
  await mkdir(to, { recursive: true, mode: 0o700 })
  await copyNew()
  // The second pass finds files that were renamed during the first one.
  await copyNew()
}

/** Flushes a file, or the entries of a folder, to disk, so that they survive a power failure. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Restores the files of a backup's folder. Each file appears only when it is complete. */
export async function putBack(from: string, to: string): Promise<void> {
  const names = await namesIn(from)
  if (names.length === 0) return
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of names) {
    const copy = join(to, `${name}.restoring`)
    await copyFile(join(from, name), copy, constants.COPYFILE_FICLONE)
    await sync(copy)
    await rename(copy, join(to, name))
  }
  await sync(to)
}
