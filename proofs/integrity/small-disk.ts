import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this user can make a small disk. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0

export type SmallDisk = {
  folder: string
  /** Fills it to the last byte. */
  fill(): void
  /** Removes what has filled it. */
  free(): void
  [Symbol.dispose](): void
}

const largestBlock = 1024 * 1024

/** A disk of this size in megabytes, in memory. Only root on Linux can make one. */
export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      for (let size = largestBlock; size >= 1; size = Math.floor(size / 2))
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(size))
        } catch {
          // A smaller block may still fit.
        }
    },
    free: () => rmSync(filler, { force: true }),
    [Symbol.dispose]() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
