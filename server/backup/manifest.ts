import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { Snapshot } from '#drizzle/snapshot.ts'

/** The file that lists all others. */
export const manifestName = 'manifest.json'
/** The file with the manifest's hash. `sha256sum -c` reads it, too. */
export const sumName = 'manifest.sha256'

export const sumOf = (manifest: Buffer | string): string => `${createHash('sha256').update(manifest).digest('hex')}  ${manifestName}\n`

export const FileDigest = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() })
export type FileDigest = z.infer<typeof FileDigest>

export const Manifest = z.object({
  /** 1: without a sum of the manifest. */
  version: z.literal([1, 2]),
  /** The time of the database's state. */
  createdAt: z.iso.datetime(),
  /** The id of the installation. Backups of earlier versions have none. */
  installation: z.string().optional(),
  database: Snapshot,
  files: z.array(FileDigest),
})
export type Manifest = z.infer<typeof Manifest>

async function digestOf(folder: string, path: string): Promise<FileDigest> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path)), hash)
  return { path: path.split(sep).join('/'), bytes: (await stat(join(folder, path))).size, sha256: hash.digest('hex') }
}

/** The manifest in a text. null: it is none that this version can read. */
export function parsedManifest(text: string): Manifest | null {
  try {
    return Manifest.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

const isOwn = (path: string) => path === manifestName || path === sumName

/** What is neither a file nor a folder, such as a link, in a folder and its subfolders. */
export async function strangersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isFile() && !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/** The digests of all files in a folder and its subfolders, except the manifest and its sum, sorted by path. */
export async function digestsOf(folder: string): Promise<FileDigest[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  const digests: FileDigest[] = []
  for (const path of paths.filter((one) => !isOwn(one)).toSorted()) digests.push(await digestOf(folder, path))
  return digests
}

/** Describes every file that differs from the list. Each sentence begins with the file's path. */
export function differencesBetween(listed: readonly FileDigest[], found: readonly FileDigest[]): string[] {
  const there = new Map(found.map((file) => [file.path, file]))
  const known = new Set(listed.map(({ path }) => path))
  return [
    ...listed.flatMap(({ path, bytes, sha256 }) => {
      const file = there.get(path)
      if (!file) return [`${path} is missing`]
      if (file.bytes !== bytes) return [`${path} has ${file.bytes} bytes instead of ${bytes}`]
      return file.sha256 === sha256 ? [] : [`${path} was changed`]
    }),
    ...found.filter(({ path }) => !known.has(path)).map(({ path }) => `${path} does not belong to it`),
  ]
}
