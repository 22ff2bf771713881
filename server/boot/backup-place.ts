import { bucketPlace, type BucketSettings } from '#server/boot/bucket-place.ts'
import type { BackupPlace, BackupSource } from '#server/backup/run.ts'
import type { BucketPlace } from '#server/storage/bucket.ts'
import { StartRefused } from '#shared/start-refused.ts'

const s3 = 's3://'

/** Splits `s3://bucket/prefix`. Throws StartRefused where there is no bucket. */
function bucketIn(text: string, settings: BucketSettings): BucketPlace {
  const [bucket = '', ...prefix] = text.slice(s3.length).split('/')
  if (bucket === '') throw new StartRefused(`${text} names no bucket. Please write s3://bucket/prefix.`)
  return bucketPlace(bucket, prefix.join('/'), settings)
}

/** The place of backups: a folder, or `s3://bucket/prefix`. Throws StartRefused. */
export function backupPlaceOf(text: string, settings: BucketSettings): BackupPlace {
  return text.startsWith(s3) ? { name: text.replace(/\/+$/, ''), bucket: bucketIn(text, settings) } : { name: text, folder: text }
}

/** One backup: a folder, or `s3://bucket/prefix/backup-…`. Throws StartRefused. */
export function backupSourceOf(text: string, settings: BucketSettings): BackupSource {
  if (!text.startsWith(s3)) return { folder: text }
  const [, place = text, backup = ''] = /^(.+)\/([^/]+)\/*$/.exec(text) ?? []
  if (place.length <= s3.length) throw new StartRefused(`${text} names no backup. Please write s3://bucket/prefix/backup-….`)
  return { bucket: bucketIn(place, settings), backup }
}
