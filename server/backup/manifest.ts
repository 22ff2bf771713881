import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { Snapshot } from '#drizzle/snapshot.ts'

/** The file that marks a folder as a backup. It lists all other files and is written last. */
export const manifestName = 'manifest.json'

export const FileDigest = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })
export type FileDigest = z.infer<typeof FileDigest>

export const Manifest = z.object({
  version: z.literal(1),
  /** The time of the database's state. */
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

/** The digests of all files in a folder and its subfolders, except the manifest, sorted by path. */
export async function digestsOf(folder: string): Promise<FileDigest[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const digests: FileDigest[] = []
  for (const path of paths.filter((one) => one !== manifestName).toSorted()) digests.push(await digestOf(folder, path))
  return digests
}

/** Describes the first file that differs from the list. null: all files are as listed. */
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
