import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { LoadResult, type LoadOrder } from './order.ts'

/** Runs a generator to its end. Throws if it fails. */
export async function generate(order: LoadOrder): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'generator.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ORDER: JSON.stringify(order) },
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  process.off('exit', kill)
  if (code !== 0) throw new Error(`the generator ended with ${code}`)
  return LoadResult.parse(JSON.parse(said))
}
