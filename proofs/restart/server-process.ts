// A server as its operator starts it, in a group of processes of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { heapOptions } from '../../scripts/heap.ts'
import type { SourceBug } from '../source-bug.ts'
import type { RestartEnvironment } from './environment.ts'

/** A command that starts the server. */
export type StartCommand = { name: string; command: string; args: readonly string[] }
export const npmStart: StartCommand = { name: 'npm start', command: 'npm', args: ['start'] }
/** `folder`: a packed server. */
export const packedStart = (folder: string): StartCommand => ({
  name: 'backcounter start',
  command: join(folder, 'bin', 'backcounter'),
  args: ['start'],
})
export const plainStart: StartCommand = { name: 'node', command: process.execPath, args: [...heapOptions, 'server/main.ts'] }

const lookMs = 50
const startMs = 120_000
const leftMs = 3_000

export type ServerProcess = {
  origin: string
  /** Sends SIGTERM and waits for the end. `left`: whether a process of the group still runs after that. */
  stop(): Promise<{ code: number | null; ms: number; left: boolean }>
  [Symbol.asyncDispose](): Promise<void>
}

const preload = (name: string) => `--import=${join(import.meta.dirname, name)}`

/** Signal 0 only asks whether there is such a process. */
function sendToGroup(group: number, signal: 'SIGKILL' | 0): boolean {
  try {
    return process.kill(-group, signal)
  } catch {
    return false
  }
}

/** Starts a server and waits until it is ready. `notes`: the file for what the server takes; see notes-preload.ts. */
export async function startServerProcess(
  { command, args }: StartCommand,
  environment: RestartEnvironment,
  { port, notes = '', bug = null, more = {} }: { port: number; notes?: string; bug?: SourceBug | null; more?: Record<string, string> },
): Promise<ServerProcess> {
  const options = [...(notes === '' ? [] : [preload('notes-preload.ts')]), ...(bug ? [preload('../source-bug-preload.ts')] : [])]
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      ...environment.variablesFor(port),
      NODE_OPTIONS: options.join(' '),
      RESTART_NOTES: notes,
      ...(bug ? { SOURCE_BUG: JSON.stringify(bug) } : {}),
      ...more,
    },
  })
  const group = child.pid ?? 0
  const kill = () => void sendToGroup(group, 'SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${origin}/readyz`, { headers: { connection: 'close' } })
      .then(({ ok }) => ok)
      .catch(() => false)
  for (const end = performance.now() + startMs; !(await isReady()); await pause(lookMs))
    if (child.exitCode !== null || performance.now() > end) throw new Error(`${command} ${args.join(' ')} does not become ready`)
  return {
    origin,
    async stop() {
      const begun = performance.now()
      child.kill('SIGTERM')
      await gone
      const ms = performance.now() - begun
      const end = performance.now() + leftMs
      while (sendToGroup(group, 0) && performance.now() < end) await pause(lookMs)
      return { code: child.exitCode, ms, left: sendToGroup(group, 0) }
    },
    async [Symbol.asyncDispose]() {
      kill()
      process.off('exit', kill)
      if (child.exitCode === null && child.signalCode === null) await gone
    },
  }
}
