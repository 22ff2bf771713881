// Stopping an npm command stops its processes too: none keeps running, and no port stays in use.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../../scripts/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'stop-'))
afterAll(() => rmSync(folder, { recursive: true }))

const Listening = z.object({ pid: z.number(), msg: z.string().regex(/^Server listening at http/) })

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Reads lines until `read` returns a value. */
async function lineOf<T>(child: ChildProcess, read: (line: string) => T | undefined): Promise<T> {
  if (!child.stdout) throw new Error('its output is not read here')
  for await (const line of createInterface(child.stdout)) {
    const found = read(line)
    if (found !== undefined) return found
  }
  throw new Error('it ended without a word')
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a separate process group, so that processes left by a failed test are killed with it. */
function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess & AsyncDisposable {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true, env: { ...process.env, ...env } })
  return Object.assign(child, {
    async [Symbol.asyncDispose]() {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL')
      } catch {
        // All processes have ended.
      }
    },
  })
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'the bootstrap passes %s on, and ends with the exit code of its command',
  async (signal) => {
    await using child = start(process.execPath, ['scripts/bootstrap.mjs', '../tests/scripts/stopping-command'])
    const pid = await lineOf(child, (line) => Number(/^ready (\d+)$/.exec(line)?.[1]) || undefined)
    const ended = once(child, 'exit')
    child.kill(signal)
    expect(await ended).toEqual([7, null])
    expect(isAlive(pid)).toBe(false)
  },
)

const ownEnvironment = (port: number) => ({
  NODE_ENV: 'development',
  HOST: '127.0.0.1',
  PORT: String(port),
  DATA_DIR: folder,
  // Set although empty, because a developer's .env may name another database.
  DATABASE_URL: '',
  LOG_LEVEL: 'info',
})

/** Includes the build of the web app if it is missing. */
const startMs = 120_000

test('npm start ends with its server at SIGTERM, and its port is free again', { timeout: startMs }, async () => {
  const port = await freePort()
  await using npm = start('npm', ['start'], ownEnvironment(port))
  const { pid } = await lineOf(npm, (line) => Listening.safeParse(parsed(line)).data)
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(isAlive(pid)).toBe(false)
  const next = createServer().listen(port, '127.0.0.1')
  await once(next, 'listening')
  next.close()
})

test('a port that is in use is said in one sentence, without a stack', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const env = { ...process.env, ...ownEnvironment(port), LOG_LEVEL: 'silent' }
  const { status, stderr } = spawnSync(process.execPath, ['server/main.ts'], { env, encoding: 'utf8' })
  taken.close()
  expect(status).toBe(1)
  expect(stderr).toBe(`127.0.0.1:${port} is in use by another process. Please end that one, or choose another port with PORT.\n`)
})
