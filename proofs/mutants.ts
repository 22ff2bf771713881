// Seeded bugs that a proof must find. Otherwise it proves nothing.
import { existsSync, readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FileStore, FilePart, PartPosition } from '#server/jobs/files.ts'
import type { S3Bucket } from '#server/storage/bucket.ts'
import type { Mutant } from './instruction.ts'

/** All bytes of a part that are stored, whatever its checkpoint. */
type ContentOf = (part: string) => Promise<Buffer>

export const contentInFolder =
  (folder: string): ContentOf =>
  async (part) => {
    const file = join(folder, `${part}.part`)
    return existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  }

export const contentInBucket =
  (bucket: S3Bucket): ContentOf =>
  async (part) => {
    const pieces = (await Array.fromAsync(bucket.list(`${part}/`))).map(({ key }) => key).filter((key) => /\d+$/.test(key))
    const contents = await Promise.all(pieces.toSorted().map(async (key) => Array.fromAsync((await bucket.get(key)) ?? [])))
    return Buffer.concat(contents.flat())
  }

/** The position at which a part really ends, or at most `max` bytes of it. */
async function asFound(contentOf: ContentOf, { part }: PartPosition, max: number): Promise<PartPosition> {
  const content = (await contentOf(part)).subarray(0, max)
  return { part, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Reports bytes as durable before it writes them. */
function hasty(part: FilePart): FilePart {
  let held: Uint8Array[] = []
  let bytes = 0
  const write = async () => {
    for (const one of held.splice(0)) await part.append(one)
  }
  return {
    async append(more) {
      held.push(more)
      bytes += more.length
    },
    async keep() {
      const claimed = bytes
      const earlier = held
      held = []
      setTimeout(() => {
        held.unshift(...earlier)
        // If the part was closed meanwhile, the bytes are lost: that is the bug.
        write().catch(() => {})
      }, 30)
      return { ...(await part.keep()), bytes: claimed }
    },
    async publish() {
      await new Promise((resolve) => setTimeout(resolve, 60))
      await write()
      return part.publish()
    },
    close: () => part.close(),
  }
}

export function mutated(files: FileStore, mutant: Mutant, contentOf: ContentOf): FileStore {
  if (mutant === 'resumeFromEnd')
    return { ...files, resume: async (name, place) => files.resume(name, await asFound(contentOf, place, Number.POSITIVE_INFINITY)) }
  if (mutant === 'checkpointBeforeWrite')
    return {
      ...files,
      begin: async (name) => hasty(await files.begin(name)),
      async resume(name, place) {
        const part = await files.resume(name, await asFound(contentOf, place, place.bytes))
        return part && hasty(part)
      },
    }
  return files
}
