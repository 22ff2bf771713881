import { once } from 'node:events'
import { EventEmitter } from 'node:events'
import type { SourceBug } from '../source-bug.ts'
import { startWorkerProcess } from '../worker-process.ts'
import type { FreshInstruction } from './instruction.ts'

/** The server and keeper in a process of their own. */
export type Looker = {
  url: string
  /** Lets the keeper read whatever is due at that time. False: it was killed meanwhile. */
  look(now: number): Promise<boolean>
  kill(): void
  [Symbol.asyncDispose](): Promise<void>
}

export async function startLooker(instruction: FreshInstruction, bug: SourceBug | null): Promise<Looker> {
  const told = new EventEmitter()
  const child = await startWorkerProcess('fresh/server.ts', instruction, { bug, onLine: (line) => void told.emit('line', line) })
  const nextLine = async (): Promise<string | null> => {
    const line = once(told, 'line').then(([text]) => String(text))
    return Promise.race([line, child.gone.then(() => null)])
  }
  const url = await nextLine()
  if (url === null) throw new Error('the server of the proof did not start')
  return {
    url,
    async look(now) {
      const done = nextLine()
      child.process.stdin?.write(`${now}\n`)
      return (await done) !== null
    },
    kill: () => void child.process.kill('SIGKILL'),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  }
}
