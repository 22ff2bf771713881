import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import type { FlowOptions } from './tests/browsers/fixtures.ts'
import { chromiumArgs, chromiumPath } from './tests/support/chromium.ts'

const port = process.env['E2E_PORT'] ?? '3210'
const sandboxPort = process.env['E2E_SANDBOX_PORT'] ?? '4210'
// The tests compare files with the catalogue that the demo's sandbox plays, the addresses of its pictures included.
process.env['SANDBOX_PICTURES'] = `http://127.0.0.1:${sandboxPort}/pictures`
const executablePath = chromiumPath()
// The configuration is read by every worker; the folder is made once, by the process that starts the demo.
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'e2e-')))

/** Secrets are looked for in what the server says (`npm run prove:secrets`). */
const isSearched = process.env['PROVE_EVIDENCE'] !== undefined

/** Where the core flows run: everywhere in the browser that is here anyway, on request in others (`npm run test:browsers`). */
const engines = ['chromium', 'firefox', 'webkit'] as const
const chosen = (process.env['BROWSERS'] ?? 'chromium').split(',')

export default defineConfig<FlowOptions>({
  testDir: 'tests/e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // A second try tells a slow machine from a broken product; what needed one is named in the report.
  retries: process.env['CI'] ? 1 : 0,
  reporter: 'list',
  timeout: 60_000,
  expect: { timeout: 15_000 },
  outputDir: 'node_modules/.cache/playwright',
  // Layouts are told in words, which are the same everywhere; `npm run test:pixels` takes pictures of them, which are not.
  snapshotPathTemplate: `${process.env['E2E_PICTURES'] ?? '{testDir}/layouts'}/{arg}{ext}`,
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording each test would take a good part of its time.
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
  },
  projects: [
    {
      name: 'chromium',
      testDir: 'tests/e2e',
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1440, height: 900 },
        launchOptions: { args: chromiumArgs, ...(executablePath === null ? {} : { executablePath }) },
      },
    },
    ...engines
      .filter((engine) => chosen.includes(engine))
      // Each flow starts a browser of its own.
      .map((engine) => ({ name: `${engine} flows`, testDir: 'tests/browsers', timeout: 240_000, use: { engine } })),
  ],
  webServer: {
    command: 'node scripts/demo.ts',
    cwd: process.env['E2E_PRODUCT'] ?? '.',
    env: {
      PORT: port,
      SANDBOX_PORT: sandboxPort,
      DATA_DIR: dataDir,
      LOG_LEVEL: isSearched ? 'info' : 'warn',
      // Where the tests receive webhooks.
      DESTINATION_HOSTS: '127.0.0.1',
    },
    stdout: isSearched ? 'pipe' : 'ignore',
    url: `http://localhost:${port}/readyz`,
    timeout: 120_000,
  },
})
