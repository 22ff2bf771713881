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

/** Whether a text is neither a folder nor in a bucket, but looks as if it named another place. A shell has replaced a leading `~` already. */
export const isForeignPlace = (text: string): boolean => !text.startsWith(s3) && /^(~|[a-z][a-z\d+.-]+:\/)/i.test(text)

/** Throws StartRefused. A folder of such a name would be made in the working directory, where nobody looks for a backup. */
function assertOwnPlace(text: string) {
  if (isForeignPlace(text)) throw new StartRefused(`${text} is neither a folder nor s3://bucket/prefix.`)
}

/** The place of backups: a folder, or `s3://bucket/prefix`. Throws StartRefused. */
export function backupPlaceOf(text: string, settings: BucketSettings): BackupPlace {
  assertOwnPlace(text)
  return text.startsWith(s3) ? { name: text.replace(/\/+$/, ''), bucket: bucketIn(text, settings) } : { name: text, folder: text }
}

/** One backup: a folder, or `s3://bucket/prefix/backup-…`. Throws StartRefused. */
export function backupSourceOf(text: string, settings: BucketSettings): BackupSource {
  assertOwnPlace(text)
  if (!text.startsWith(s3)) return { folder: text }
  const [, place = text, backup = ''] = /^(.+)\/([^/]+)\/*$/.exec(text) ?? []
  if (place.length <= s3.length) throw new StartRefused(`${text} names no backup. Please write s3://bucket/prefix/backup-….`)
  return { bucket: bucketIn(place, settings), backup }
}
