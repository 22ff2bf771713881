import { z } from 'zod'

/** The bytes of a part that outlive a crash, and their hash. */
export const PartPosition = z.object({ part: z.string(), bytes: z.int(), sha256: z.string() })
export type PartPosition = z.infer<typeof PartPosition>

/** A file that one attempt writes. Nobody else ever writes to it. */
export type FilePart = {
  append(bytes: Uint8Array): Promise<void>
  /** Makes all that was appended outlive a crash. */
  keep(): Promise<PartPosition>
  /** Makes the whole file a published one; from then on it can be read. */
  publish(): Promise<{ id: string; bytes: number; sha256: string }>
  close(): Promise<void>
}

/** All files of a job share its key; each attempt writes a part of its own, so that one that is thought dead cannot spoil another's. */
export type PartName = { key: string; attempt: number }
export type ByteRange = { start: number; end: number }

/** Where files of jobs are kept. A full disk is DISK_FULL. */
export type FileStore = {
  begin(name: PartName): Promise<FilePart>
  /** A part with the bytes that an earlier attempt kept, or this one before it took some back; `null` where they are gone or not what they were. */
  resume(name: PartName, position: PartPosition): Promise<FilePart | null>
  /** The bytes from `start` up to, but not, `end` of a published file. Throws FILE_GONE where it is not there any more. */
  read(id: string, range: ByteRange): Promise<AsyncIterable<Uint8Array>>
  /** Removes what the attempts up to this one wrote, published or not. */
  remove(last: PartName): Promise<void>
}

export const partOf = ({ key, attempt }: PartName): string => `${key}.${attempt}`

/** The attempt that wrote a file with this key; `null` for a file of another one. */
export function attemptOf(key: string, file: string): number | null {
  const rest = file.startsWith(`${key}.`) ? /^(\d+)(?:\.\w+)?$/.exec(file.slice(key.length + 1)) : null
  return rest ? Number(rest[1]) : null
}
