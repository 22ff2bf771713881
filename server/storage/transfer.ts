import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { S3Bucket } from '#server/storage/bucket.ts'
import { openUpload } from '#server/storage/upload.ts'

/** Uploads a file, which appears whole under its key. An upload that fails is aborted. */
export async function uploadFrom(bucket: S3Bucket, key: string, path: string): Promise<void> {
  let begun: string | null = null
  const { size } = await stat(path)
  const upload = openUpload(bucket, key, {
    bytes: size,
    async onBegun(id) {
      begun = id
    },
  })
  try {
    for await (const bytes of createReadStream(path)) await upload.write(bytes)
    await upload.finish()
  } catch (error) {
    if (begun !== null) await bucket.abort(key, begun)
    throw error
  }
}

/** Downloads an object into a new file. Returns false where there is no such object. */
export async function downloadInto(bucket: S3Bucket, key: string, path: string): Promise<boolean> {
  const bytes = await bucket.get(key)
  if (!bytes) return false
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }))
  return true
}
