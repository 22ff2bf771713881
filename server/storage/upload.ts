import type { S3Bucket, UploadedPart } from '#server/storage/bucket.ts'

/** At least the 5 MiB that each part but the last must have. */
const leastPartBytes = 8 * 1024 * 1024
/** The maximum number of parts of an object. */
const mostParts = 10_000

/** The writing of one object of any size, which appears whole when it is finished. */
export type Upload = {
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<void>
}

type UploadOptions = {
  /** Called with the id of the multipart upload before its first part, so that it can be aborted later. */
  onBegun: (upload: string) => Promise<void>
  /** The expected size. Above 80 GB, it makes the parts larger. */
  bytes?: number
}

/** Begins the writing of an object. It holds at most one part in memory. Objects smaller than a part are put without an upload. */
export function openUpload(bucket: S3Bucket, key: string, { onBegun, bytes: expected = 0 }: UploadOptions): Upload {
  const partBytes = Math.max(leastPartBytes, Math.ceil(expected / mostParts))
  let upload: string | null = null
  let held: Uint8Array[] = []
  let heldBytes = 0
  let bytes = 0
  const parts: UploadedPart[] = []

  const taken = () => {
    const part = Buffer.concat(held)
    held = []
    heldBytes = 0
    return part
  }
  async function begun(): Promise<string> {
    const id = await bucket.begin(key)
    await onBegun(id)
    return id
  }
  async function sendPart() {
    upload ??= await begun()
    parts.push(await bucket.uploadPart(key, upload, parts.length + 1, taken()))
  }
  return {
    async write(more) {
      held.push(more)
      heldBytes += more.length
      bytes += more.length
      if (heldBytes >= partBytes) await sendPart()
    },
    async finish() {
      if (upload === null) return bucket.put(key, taken())
      if (heldBytes > 0) await sendPart()
      await bucket.complete(key, upload, parts, bytes)
    },
  }
}
