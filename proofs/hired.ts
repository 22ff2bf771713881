import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Order, QueueOrder } from './order.ts'

/** A worker in a process of its own, that waits to be told to begin. */
export type Hired = { process: ChildProcess; begin(): void; gone: Promise<unknown>; [Symbol.asyncDispose](): Promise<void> }

/** Starts a script of this folder that says when it is ready; it finds its order in ORDER. */
export async function hire(script: string, order: Order | QueueOrder): Promise<Hired> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: order.databaseUrl, ORDER: JSON.stringify(order) },
  })
  const gone = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), gone])
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
