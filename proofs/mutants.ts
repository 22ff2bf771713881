// Seeded bugs that a proof must find. Otherwise it proves nothing.
import { readFileSync, statSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FileStore, FilePart, PartPosition } from '#server/jobs/files.ts'
import type { Mutant } from './instruction.ts'

/** The whole content of a part, whatever its checkpoint. */
function asFound(folder: string, place: PartPosition, max: number): PartPosition {
  const file = join(folder, `${place.part}.part`)
  const bytes = Math.min(max, statSync(file, { throwIfNoEntry: false })?.size ?? 0)
  const content = bytes > 0 ? readFileSync(file).subarray(0, bytes) : Buffer.alloc(0)
  return { part: place.part, bytes, sha256: createHash('sha256').update(content).digest('hex') }
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
    async publishConverted(conversion) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      await write()
      return part.publishConverted(conversion)
    },
    close: () => part.close(),
  }
}

export function mutated(files: FileStore, mutant: Mutant, folder: string): FileStore {
  if (mutant === 'resumeFromEnd')
    return { ...files, resume: (name, place, use) => files.resume(name, asFound(folder, place, Number.POSITIVE_INFINITY), use) }
  if (mutant === 'checkpointBeforeWrite')
    return {
      ...files,
      begin: async (name, use) => hasty(await files.begin(name, use)),
      async resume(name, place, use) {
        const part = await files.resume(name, asFound(folder, place, place.bytes), use)
        return part && hasty(part)
      },
    }
  return files
}
