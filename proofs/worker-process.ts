import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SourceBug } from './source-bug.ts'

/** A worker in a separate process that waits for the start instruction. */
export type WorkerProcess = { process: ChildProcess; begin(): void; gone: Promise<unknown>; [Symbol.asyncDispose](): Promise<void> }
/** `bug`: a seeded bug in the product's source. `onLine`: called with each line that the worker prints once it is ready. */
type WorkerOptions = { bug?: SourceBug | null; onLine?: (line: string) => void }

/** Starts a script of this folder, and waits until it is ready. The script reads its instruction from ORDER. */
export async function startWorkerProcess(
  script: string,
  instruction: { databaseUrl: string } & Record<string, unknown>,
  { bug = null, onLine = () => {} }: WorkerOptions = {},
): Promise<WorkerProcess> {
  const preloaded = bug ? ['--import', join(import.meta.dirname, 'source-bug-preload.ts')] : []
  const child = spawn(process.execPath, [...preloaded, join(import.meta.dirname, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: instruction.databaseUrl,
      ORDER: JSON.stringify(instruction),
      ...(bug ? { SOURCE_BUG: JSON.stringify(bug) } : {}),
    },
  })
  // By then, everything that it printed has been read.
  const gone = once(child, 'close')
  // A killed worker has closed its end.
  child.stdin.on('error', () => {})
  const lines = createInterface(child.stdout)
  await Promise.race([once(lines, 'line'), gone])
  lines.on('line', onLine)
  return {
    process: child,
    gone,
    begin: () => void child.stdin.write('begin\n'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
