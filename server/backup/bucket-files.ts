import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '#server/backup/folders.ts'
import type { S3Bucket } from '#server/storage/bucket.ts'
import { downloadInto, uploadFrom } from '#server/storage/transfer.ts'

/** A published file of a job. Parts are not backed up: a restored export that was running begins again. */
const isPublished = (name: string) => /^[^/]+\.csv$/.test(name)

/** Copies the jobs' files of a bucket into a folder. Files that are removed meanwhile are left out. */
export async function copyFromBucket(bucket: S3Bucket, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for await (const { key } of bucket.list('')) if (isPublished(key)) await downloadInto(bucket, key, join(to, key))
}

/** Restores the jobs' files of a backup's folder into a bucket. */
export async function putBackIntoBucket(from: string, bucket: S3Bucket): Promise<void> {
  for (const name of await namesIn(from)) if (isPublished(name)) await uploadFrom(bucket, name, join(from, name))
}
