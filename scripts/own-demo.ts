import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { demoPassword } from './demo-data.ts'

const startMs = 120_000
const againMs = 200

/** Starts a demo with its own data on these ports. Resolves when it is ready. Its disposal stops it and removes its data. */
export async function startOwnDemo(port: string, sandboxPort: string) {
  const url = `http://localhost:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (await isReady()) throw new Error(`something runs at ${url} already; PORT names another port`)
  const dataDir = mkdtempSync(join(tmpdir(), 'own-demo-'))
  const env = { ...process.env, PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir, APP_URL: url, LOG_LEVEL: 'warn' }
  const demo = spawn(process.execPath, ['scripts/demo.ts'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  const gone = once(demo, 'exit')
  const stop = async () => {
    demo.kill('SIGTERM')
    await gone
    rmSync(dataDir, { recursive: true })
  }
  const end = Date.now() + startMs
  while (!(await isReady())) {
    if (demo.exitCode !== null) throw new Error(`the demo ended with ${demo.exitCode} before it was ready`)
    if (Date.now() > end) {
      await stop()
      throw new Error(`the demo was not ready after ${startMs / 1_000} s`)
    }
    await pause(againMs)
  }
  return { url, [Symbol.asyncDispose]: stop }
}

export async function signInToDemo(page: Page, url: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}
