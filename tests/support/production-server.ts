import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { freePort } from '../../scripts/free-port.ts'

const Announced = z.object({ register: z.url() })
export type ProductionServer = { origin: string; register: string; [Symbol.asyncDispose](): Promise<void> }

/**
 * A separate installation without an owner, as a new production server. `register` is the address that it prints at its start. `platformEndpoints`: emulated
 * shops that it calls instead of real ones.
 */
export async function startProductionServer(platformEndpoints?: Readonly<Record<string, string>>): Promise<ProductionServer> {
  const folder = await mkdtemp(join(tmpdir(), 'production-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const { PATH = '' } = process.env
  const env = { PATH, NODE_ENV: 'production', PORT: String(port), DATA_DIR: folder, APP_URL: origin, LOG_LEVEL: 'warn' }
  const sandbox = platformEndpoints ? { PLATFORM_ENDPOINTS: JSON.stringify(platformEndpoints), ALLOW_SANDBOX: '1' } : {}
  const child = spawn(process.execPath, ['server/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, ...sandbox, APP_SECRET: randomBytes(32).toString('base64') },
  })
  const gone = once(child, 'exit')
  async function announced(): Promise<string> {
    for await (const line of createInterface(child.stdout)) {
      const { success, data } = Announced.safeParse(JSON.parse(line))
      if (success) return data.register
    }
    throw new Error('The server ended before it printed where its owner registers')
  }
  const register = await announced()
  // Later output must not fill the pipe.
  child.stdout.resume()
  while (
    !(await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 100))
  return {
    origin,
    register,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}
