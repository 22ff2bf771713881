// All checks of CI: format, lint, types, unused code, tests on the server and in the browser. Arguments limit the tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readers } from '../proofs/csv-readers.ts'
import { acceptance, isBeyond, proofLine, unproved, type Proof } from './acceptance.ts'
import { buildClient } from './build-client.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { startPostgres } from './postgres-server.ts'
import { chosenOnPostgres } from './postgres-tests.ts'
import { runTestsNamed } from './test-files.ts'
import { playwrightReport, vitestReport } from './test-reports.ts'
import { staticChecks, tool } from './tools.ts'

const words = process.argv.slice(2)
if (words.length > 0) process.exit((await runTestsNamed(words)) ? 0 : 1)

const results = mkdtempSync(join(tmpdir(), 'test-results-'))
const vitestResults = { sqlite: join(results, 'sqlite.json'), postgres: join(results, 'postgres.json') }
const playwrightResults = join(results, 'playwright.json')

const areClean = await staticChecks()
buildClient()
ensureChromium()
/** The components have no database. */
const projects = { sqlite: ['--project', 'server', '--project', 'components'], postgres: ['--project', 'server'] } as const
const vitest = (database: keyof typeof vitestResults, files: readonly string[], given: Record<string, string>) =>
  tool(
    'vitest',
    ['run', ...projects[database], ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${vitestResults[database]}`],
    given,
  )

/** Repeats the chosen tests on a temporary Postgres. */
async function onPostgres(): Promise<boolean> {
  console.log('On Postgres follow those tests that show a difference; npm run test:postgres runs them all.')
  await using postgres = await startPostgres()
  return await vitest('postgres', chosenOnPostgres, { DATABASE_URL: postgres.url })
}

const tested = [
  await vitest('sqlite', [], { DATABASE_URL: '' }),
  await onPostgres(),
  await tool('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightResults,
    PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
  }),
]

const reports = [...Object.values(vitestResults).map(vitestReport), playwrightReport(playwrightResults)]
rmSync(results, { recursive: true })
const sum = (what: 'passed' | 'failed' | 'skipped') => reports.reduce((total, report) => total + report[what], 0)
const outcomes = reports.flatMap((report) => report.outcomes)
// Failures are repeated at the end, because early ones are far above and the log may be cut.
for (const { file, title, hasPassed, reason } of outcomes) {
  if (!hasPassed) console.error(`not passed: ${file}: ${title}: ${reason ?? 'it did not run'}`)
  else if (reason !== null) console.warn(`passed only at the second try: ${file}: ${title}: ${reason}`)
}
for (const { name } of readers.filter((reader) => !reader.isHere())) console.warn(`not checked on this machine: ${name} reads files back`)
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)

const { proofs } = acceptance()
const open = unproved(proofs, outcomes)
for (const proof of open) console.error(`not proved: ${proofLine(proof)}`)
const proved = proofs.filter((proof) => !open.includes(proof))
const share = (which: (proof: Proof) => boolean) => `${proved.filter(which).length} of ${proofs.filter(which).length}`
console.log(`${share((proof) => !isBeyond(proof))} clauses of docs/acceptance.md proved, and ${share(isBeyond)} beyond the specification`)
process.exitCode = areClean && tested.every(Boolean) && sum('failed') === 0 && open.length === 0 ? 0 : 1
