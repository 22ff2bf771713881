import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Instruction, QueueInstruction } from './instruction.ts'

/** A worker in a separate process that waits for the start instruction. */
export type WorkerProcess = { process: ChildProcess; begin(): void; gone: Promise<unknown>; [Symbol.asyncDispose](): Promise<void> }

/** Starts a script of this folder, and waits until it is ready. The script reads its instruction from ORDER. */
export async function startWorkerProcess(script: string, instruction: Instruction | QueueInstruction): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: instruction.databaseUrl, ORDER: JSON.stringify(instruction) },
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
