import { z } from 'zod'

/** The number of durable bytes of a part, and their hash. */
export const PartPosition = z.object({ part: z.string(), bytes: z.int(), sha256: z.string() })
export type PartPosition = z.infer<typeof PartPosition>

/** The appended bytes, which `read` yields from the start as often as it is called, and their number. */
export type PartSource = { bytes: number; read: () => AsyncIterable<Uint8Array> }
/** Makes the bytes of a published file. */
export type Conversion = (source: PartSource) => AsyncIterable<Uint8Array>

/** What the appended bytes of a part are: the published file, or the source that it is converted from. */
export type PartUse = 'file' | 'source'

/** A file that only one attempt writes. */
export type FilePart = {
  append(bytes: Uint8Array): Promise<void>
  /** Makes all appended bytes durable. */
  keep(): Promise<PartPosition>
  /** Publishes the complete file, so that it can be read. */
  publish(): Promise<{ id: string; bytes: number; sha256: string }>
  /**
   * Publishes the complete file that a conversion makes of a `source`. A crash before the end leaves the source as it was; after it, the
   * source is gone.
   */
  publishConverted(conversion: Conversion): Promise<{ id: string; bytes: number; sha256: string }>
  close(): Promise<void>
}

/**
 * All files of a job share its key. Each attempt writes its own part, so that an attempt that was wrongly taken for dead cannot damage the
 * part of another.
 */
export type PartName = { key: string; attempt: number }
export type ByteRange = { start: number; end: number }

/** A storage for files of jobs. A full disk is the error DISK_FULL. A storage that is called over the network also throws as S3Bucket does. */
export type FileStore = {
  begin(name: PartName, use?: PartUse): Promise<FilePart>
  /** A part with the durable bytes of an earlier attempt, or of this one before a rollback. `null` where they are gone or changed. */
  resume(name: PartName, position: PartPosition, use?: PartUse): Promise<FilePart | null>
  /**
   * The bytes from `start` (inclusive) to `end` (exclusive) of a published file. Throws FILE_GONE where it no longer exists,
   * STORAGE_UNREACHABLE and STORAGE_REFUSED.
   */
  read(id: string, range: ByteRange): Promise<AsyncIterable<Uint8Array>>
  /** Removes the files of the attempts up to this one, published or not. */
  remove(last: PartName): Promise<void>
}

export const partOf = ({ key, attempt }: PartName): string => `${key}.${attempt}`

/** The attempt that wrote a file with this key, or `null` where the key differs. */
export function attemptOf(key: string, file: string): number | null {
  const rest = file.startsWith(`${key}.`) ? /^(\d+)(?:\.\w+)?$/.exec(file.slice(key.length + 1)) : null
  return rest ? Number(rest[1]) : null
}
