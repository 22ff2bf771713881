import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { Snapshot } from '#drizzle/snapshot.ts'

/** The file that makes a folder a backup: it is written last, and lists all the others. */
export const manifestName = 'manifest.json'

export const FileDigest = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })
export type FileDigest = z.infer<typeof FileDigest>

export const Manifest = z.object({
  version: z.literal(1),
  /** When the database was as it is in the backup. */
  createdAt: z.iso.datetime(),
  database: Snapshot,
  files: z.array(FileDigest),
})
export type Manifest = z.infer<typeof Manifest>

async function digestOf(folder: string, path: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path)), hash)
  return { path: path.split(sep).join('/'), bytes: (await stat(join(folder, path))).size, sha256: hash.digest('hex') }
}

/** What lies in a folder and below it, read from the disk, but for the manifest; sorted by path. */
export async function digestsOf(folder: string): Promise<FileDigest[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const digests: FileDigest[] = []
  for (const path of paths.filter((one) => one !== manifestName).toSorted()) digests.push(await digestOf(folder, path))
  return digests
}

/** The first file that is not as it was listed, in words; null where all are. */
export function differenceBetween(listed: readonly FileDigest[], found: readonly FileDigest[]): string | null {
  const there = new Map(found.map((file) => [file.path, file]))
  for (const { path, bytes, sha256 } of listed) {
    const file = there.get(path)
    if (!file) return `${path} is missing`
    if (file.bytes !== bytes) return `${path} has ${file.bytes} bytes instead of ${bytes}`
    if (file.sha256 !== sha256) return `${path} was changed`
  }
  const known = new Set(listed.map(({ path }) => path))
  const added = found.find(({ path }) => !known.has(path))
  return added ? `${added.path} does not belong to it` : null
}
