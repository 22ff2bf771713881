// Backups in a bucket. `backup-…/manifest.sha256` is uploaded last and removed first: a backup without it is not complete.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { manifestName, parsedManifest, sumName, sumOf, type Manifest } from '#server/backup/manifest.ts'
import { oldestBeyond, type Retained } from '#server/backup/retention.ts'
import type { S3Bucket } from '#server/storage/bucket.ts'
import { downloadInto, uploadFrom } from '#server/storage/transfer.ts'
import { StartRefused } from '#shared/start-refused.ts'

async function keysOf(bucket: S3Bucket, name: string): Promise<string[]> {
  return (await Array.fromAsync(bucket.list(`${name}/`))).map(({ key }) => key)
}

/** Removes a backup. One whose removal is interrupted no longer counts as complete. */
async function removeBackup(bucket: S3Bucket, name: string) {
  await bucket.remove(`${name}/${sumName}`)
  for (const key of await keysOf(bucket, name)) await bucket.remove(key)
}

/** Uploads the backup of a folder. Where that fails, it removes what it has uploaded. Throws StartRefused where there is one of this name. */
export async function sendBackup(bucket: S3Bucket, name: string, folder: string, { files }: Manifest): Promise<void> {
  if ((await keysOf(bucket, name)).length > 0) throw new StartRefused(`There is a backup ${name} already. Please try again.`)
  try {
    for (const path of [...files.map((file) => file.path), manifestName, sumName])
      await uploadFrom(bucket, `${name}/${path}`, join(folder, path))
  } catch (error) {
    // The failure itself is told. What cannot be removed stays, and is not complete.
    await removeBackup(bucket, name).catch(() => {})
    throw error
  }
}

/** Whether the path of a backup's file stays in its folder. */
const isInside = (path: string) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..') && !path.includes('\\')

/** Downloads a backup into a folder. Throws StartRefused where there is none of this name. */
export async function fetchBackup(bucket: S3Bucket, name: string, folder: string): Promise<void> {
  const keys = await keysOf(bucket, name)
  if (keys.length === 0) throw new StartRefused(`There is no backup ${name} in the bucket.`)
  for (const key of keys) {
    const path = key.slice(name.length + 1)
    if (!isInside(path)) throw new StartRefused(`${path} is not a name of a file of a backup.`)
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    // Empty where it was removed meanwhile; then the backup differs from its manifest.
    if (!(await downloadInto(bucket, key, join(folder, path)))) await writeFile(join(folder, path), '')
  }
}

async function contentOf(bucket: S3Bucket, key: string): Promise<Buffer | null> {
  const bytes = await bucket.get(key)
  return bytes && buffer(bytes)
}

/** The manifest of a backup that has its sum, and whose files are all there, by their sizes. null: it is no such backup. */
async function completeIn(bucket: S3Bucket, name: string): Promise<Manifest | null> {
  const [text, sum] = await Promise.all([contentOf(bucket, `${name}/${manifestName}`), contentOf(bucket, `${name}/${sumName}`)])
  if (!text || sum?.toString() !== sumOf(text)) return null
  const manifest = parsedManifest(text.toString())
  const sizes = new Map((await Array.fromAsync(bucket.list(`${name}/`))).map(({ key, bytes }) => [key, bytes]))
  return manifest?.files.every(({ path, bytes }) => sizes.get(`${name}/${path}`) === bytes) ? manifest : null
}

/** Like `removeOlderBackups`, in a bucket. `kept.written`: the name of a backup. Yields the name of each that is removed. */
export async function* removeOlderInBucket(bucket: S3Bucket, kept: Retained): AsyncGenerator<string> {
  const names = new Set<string>()
  for await (const { key } of bucket.list('backup-')) names.add(key.split('/', 1)[0] ?? '')
  for (const name of await oldestBeyond([...names], kept, (one) => completeIn(bucket, one))) {
    await removeBackup(bucket, name)
    yield name
  }
}
