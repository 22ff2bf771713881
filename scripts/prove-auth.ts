// npm run prove:auth: all numbered attacks on sign-in, invitations and sessions, the races in their long form, and whether the duration of
// a refusal reveals which accounts exist.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proofLine, unproved } from './acceptance.ts'
import { buildClient } from './build-client.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { authCases, type AuthCase } from '../proofs/auth-cases.ts'
import { playwrightReport, vitestReport } from './test-reports.ts'

const lastOwner = 'tests/server/last-owner.test.ts'
const folder = mkdtempSync(join(tmpdir(), 'prove-auth-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const reports = { vitest: join(folder, 'vitest.json'), playwright: join(folder, 'playwright.json') }

function run(tool: string, ...args: string[]): Promise<number | null> {
  const env = { ...process.env, PROVE: 'long', PLAYWRIGHT_JSON_OUTPUT_NAME: reports.playwright, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' }
  const child = spawn(join('node_modules', '.bin', tool), args, { stdio: 'inherit', env })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}

const named = new Set(authCases.flatMap(({ tests }) => tests.map(([file]) => file)))
const isBrowserTest = (file: string) => file.endsWith('.spec.ts')
buildClient()
ensureChromium()
// One file at a time, because parallel tests distort time measurements.
const files = [...[...named].filter((file) => !isBrowserTest(file)), lastOwner]
await run(
  'vitest',
  'run',
  ...files,
  '--no-file-parallelism',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${reports.vitest}`,
)
await run('playwright', 'test', ...[...named].filter(isBrowserTest), '--reporter=list,json')
const outcomes = [...vitestReport(reports.vitest).outcomes, ...playwrightReport(reports.playwright).outcomes]

function judge({ number, attack, tests, otherwise }: AuthCase): boolean {
  const proofs = tests.map(([file, title]) => ({ clause: String(number), file, title }))
  const open = unproved(proofs, outcomes)
  console.log(
    `${number < 25 ? 'A' : 'B'} ${number} | ${attack} | ${open.length === 0 ? 'passed' : 'NOT PASSED'}${otherwise ? ` (${otherwise})` : ''}`,
  )
  for (const proof of open) console.error(`  ${proofLine(proof)}`)
  return open.length === 0
}

const passed = authCases.filter(judge).length
const owners = outcomes.filter(({ file }) => file === lastOwner)
const isOwnerKept = owners.length > 0 && owners.every(({ hasPassed }) => hasPassed)
console.log(`the last owner, raced for a thousand times: ${isOwnerKept ? 'kept each time' : 'LOST'}`)
console.log(`${passed} of ${authCases.length} cases passed`)
process.exit(passed === authCases.length && isOwnerKept ? 0 : 1)
