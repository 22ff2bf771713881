// npm run stopwatch:demo: takes the time from a bare clone of the last commit to a demo that is ready, with all that it installs and builds,
// and of a second start. npm takes from its own cache what it has there, and the clone uses the Node that runs this.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const mostMs = 600_000
const lookMs = 50

/** Starts the demo of a clone, waits until it is ready, and ends it. @returns the seconds until it was ready */
async function secondsUntilReady(clone: string): Promise<number> {
  const [port, sandboxPort] = [String(await freePort()), String(await freePort())]
  const origin = `http://localhost:${port}`
  const { NODE_COMPILE_CACHE: _, ...inherited } = process.env
  const env = { ...inherited, PORT: port, SANDBOX_PORT: sandboxPort, APP_URL: origin, LOG_LEVEL: 'warn' }
  const start = performance.now()
  const demo = spawn('npm', ['run', 'demo'], { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const gone = once(demo, 'exit')
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    while (!(await isReady())) {
      if (demo.exitCode !== null) throw new Error(`the demo ended with ${demo.exitCode} before it was ready`)
      if (performance.now() - start > mostMs) throw new Error(`the demo was not ready after ${mostMs / 1_000} s`)
      await pause(lookMs)
    }
    return (performance.now() - start) / 1_000
  } finally {
    demo.kill('SIGTERM')
    await gone
  }
}

const clone = mkdtempSync(join(tmpdir(), 'clone-'))
try {
  const start = performance.now()
  const { status } = spawnSync('git', ['clone', '--quiet', '.', clone], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`git clone ended with ${status}`)
  const cloned = (performance.now() - start) / 1_000
  console.log(`bare clone to demo: ${(cloned + (await secondsUntilReady(clone))).toFixed(1)} s`)
  console.log(`second start: ${(await secondsUntilReady(clone)).toFixed(1)} s`)
} finally {
  rmSync(clone, { recursive: true, force: true })
}
