import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** `starved`: how often the machine itself was too slow for a valid measurement. */
const Seen = z.object({
  asked: z.number(),
  worstMs: z.number(),
  starved: z.number(),
  stalls: z.array(z.object({ at: z.string(), ms: z.number() })),
})
export type Seen = z.infer<typeof Seen>

/** Watches from another process whether a server answers. `stop` returns the results. */
export function watch(url: string): { stop(): Promise<Seen> } {
  const child = fork(fileURLToPath(import.meta.resolve('./watcher-process.ts')), [url])
  process.once('exit', () => child.kill())
  return {
    async stop() {
      const told = once(child, 'message')
      child.send('stop')
      const [seen] = await told
      return Seen.parse(seen)
    },
  }
}
