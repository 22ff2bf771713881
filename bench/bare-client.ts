import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Replayed, type Replay } from './replay.ts'

/** The bare client in a separate process. */
export type BareClient = { replay(replay: Replay): Promise<Replayed>; [Symbol.asyncDispose](): Promise<void> }

export function startBareClient(): BareClient {
  const child = fork(fileURLToPath(import.meta.resolve('./bare-client-process.ts')))
  const gone = once(child, 'exit')
  return {
    async replay(replay) {
      child.send(replay)
      const [answer] = await Promise.race([
        once(child, 'message'),
        gone.then(() => {
          throw new Error('the bare client failed')
        }),
      ])
      return Replayed.parse(answer)
    },
    async [Symbol.asyncDispose]() {
      child.kill()
      await gone
    },
  }
}
