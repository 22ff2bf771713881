import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'

/** A Node process of the bench. It ends on disposal, and at the latest with this process. */
export type Child = {
  /** The first output line that `isReady` accepted. */
  firstWord: string
  /** The peak memory since the start, in megabytes (2^20 bytes). */
  peakMemory: () => number
  /** The current memory. */
  memory: () => number
  [Symbol.asyncDispose](): Promise<void>
}

function memoryOf(pid: number, kind: 'VmHWM' | 'VmRSS'): number {
  const [, kilobytes] = new RegExp(`^${kind}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  if (kilobytes === undefined) throw new Error('/proc does not tell of memory: the bench needs Linux')
  return Number(kilobytes) / 1024
}

/** Starts `node [options] <script>` and waits for the first output line that `isReady` accepts. Later output is discarded. */
export async function startNode(
  command: readonly string[],
  env: Record<string, string>,
  isReady: (line: string) => boolean,
  niceness = 0,
): Promise<Child> {
  const child = spawn(process.execPath, command, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  // Now, so that the threads that the process is about to begin inherit it.
  if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit')
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  createInterface(child.stdout).on('line', (line) => isReady(line) && resolve(line))
  child.once('exit', (code) => reject(new Error(`${command.join(' ')} ended with ${code} before it was ready`)))
  const firstWord = await ready
  const { pid } = child
  if (pid === undefined) throw new Error(`${command.join(' ')} did not start`)
  return {
    firstWord,
    peakMemory: () => memoryOf(pid, 'VmHWM'),
    memory: () => memoryOf(pid, 'VmRSS'),
    async [Symbol.asyncDispose]() {
      child.kill()
      await gone
      process.off('exit', kill)
    },
  }
}
