// Files on disk, for Node, Deno and Bun. It is imported when a file is saved, so that browsers can load the rest.
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { networkError } from './errors.ts'

/** Writes a stream to a file and gives its size in bytes. Until it is complete, the file has another name. */
export async function save(body: ReadableStream<Uint8Array>, path: string, signal: AbortSignal | undefined): Promise<number> {
  const partial = `${path}.${crypto.randomUUID().slice(0, 8)}.partial`
  try {
    const target = createWriteStream(partial, { flags: 'wx' })
    await pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), target, signal ? { signal } : {})
    await rename(partial, path)
    return target.bytesWritten
  } catch (cause) {
    await rm(partial, { force: true })
    throw isOfFileSystem(cause) ? cause : networkError(cause, signal)
  }
}

const isOfFileSystem = (cause: unknown): boolean => cause instanceof Error && 'syscall' in cause && 'path' in cause
