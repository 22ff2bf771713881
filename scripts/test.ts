// Everything that CI runs: format, lint, types, unused code, tests on the server and in the browser.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { buildClient } from './build-client.ts'
import { ensureChromium } from './ensure-chromium.ts'

const results = mkdtempSync(join(tmpdir(), 'test-results-'))
const vitestResults = join(results, 'vitest.json')
const playwrightResults = join(results, 'playwright.json')
const VitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), numPendingTests: z.number() })
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number(), flaky: z.number() }),
})

/** Runs a tool of ours; whatever it has to say is shown. Answers whether it was content. */
function tool(name: string, ...args: string[]): Promise<boolean> {
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightResults, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const child = spawn(join('node_modules', '.bin', name), args, { stdio: 'inherit', env })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code !== 0) console.error(`${name} ${args.join(' ')} failed`)
      resolve(code === 0)
    })
  })
}

const checks = await Promise.all([
  tool('oxfmt', '--check'),
  tool('oxlint'),
  tool('knip'),
  tool('tsc', '-p', 'server'),
  tool('tsc', '-p', 'client'),
  tool('tsc', '-p', 'tests'),
])
buildClient()
ensureChromium()
const server = await tool('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestResults}`)
const browser = await tool('playwright', 'test', '--reporter=list,json')

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const vitest = VitestReport.parse(read(vitestResults))
const { stats } = PlaywrightReport.parse(read(playwrightResults))
rmSync(results, { recursive: true })
const failed = vitest.numFailedTests + stats.unexpected
if (stats.flaky > 0) console.warn(`${stats.flaky} browser tests passed only at the second try`)
console.log(
  `${vitest.numPassedTests + stats.expected + stats.flaky} passed, ${failed} failed, ${vitest.numPendingTests + stats.skipped} skipped`,
)
process.exitCode = checks.every(Boolean) && server && browser && failed === 0 ? 0 : 1
