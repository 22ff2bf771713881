// Proves that the authorisation matrix guards every rule. In a copy of the project, each policy of shared/access.ts is opened in turn (or
// closed, if it is already open) and each shared part is removed; the matrix must fail each time. Arguments: names of policies and parts,
// to try only these.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { mutants } from '../proofs/access-mutants.ts'

const copied = [
  'server',
  'shared',
  'drizzle',
  'sandbox',
  'scripts',
  'proofs',
  'tests',
  'package.json',
  'vite.config.ts',
  'tsconfig.base.json',
]
const matrix = 'tests/server/access-matrix.test.ts'
const Cell = z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) })
const Report = z.object({
  numPassedTests: z.number(),
  numTotalTests: z.number(),
  testResults: z.array(z.object({ assertionResults: z.array(Cell) })),
})

const copy = mkdtempSync(join(tmpdir(), 'prove-access-'))
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const name of copied) cpSync(name, join(copy, name), { recursive: true })
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))

type Outcome = { holding: number; total: number; failing: string | undefined }

/** Runs the matrix in the copy with more arguments. Returns the number of passed cells, and the first failure. */
async function runMatrix(...more: string[]): Promise<Outcome> {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const args = ['run', '--project', 'server', matrix, ...more, '--reporter=json', `--outputFile=${report}`]
  const child = spawn(join('node_modules', '.bin', 'vitest'), args, { cwd: copy, stdio: 'ignore' })
  await new Promise((resolve) => child.once('exit', resolve))
  const { numPassedTests, numTotalTests, testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
  const failing = testResults.flatMap(({ assertionResults }) => assertionResults).find(({ status }) => status === 'failed')
  const reason = failing?.failureMessages[0]?.split('\n')[0] ?? ''
  return { holding: numPassedTests, total: numTotalTests, failing: failing && `${failing.fullName}: ${reason}` }
}

/** The same, but repeated if no cell ran: on a busy machine, even the tests' world may fail to start. */
async function tryMatrix(...more: string[]): Promise<Outcome> {
  for (let tries = 0; tries < 3; tries += 1) {
    const outcome = await runMatrix(...more)
    if (outcome.holding > 0 || outcome.failing !== undefined) return outcome
  }
  throw new Error('the matrix did not run')
}

const wanted = process.argv.slice(2)
const tried = mutants().filter(({ name }) => wanted.length === 0 || wanted.includes(name))

const whole = wanted.length === 0 ? await tryMatrix() : undefined
if (whole) console.log(`The matrix as it is: ${whole.holding} of ${whole.total} cells hold, each over REST and tRPC.`)
const unproved: string[] = []
for (const { name, how, file, text, cells } of tried) {
  const original = readFileSync(join(copy, file), 'utf8')
  writeFileSync(join(copy, file), text)
  const { failing } = await tryMatrix(...cells)
  writeFileSync(join(copy, file), original)
  if (failing === undefined) unproved.push(name)
  console.log(`${failing === undefined ? 'GREEN' : 'red'} | ${name} | ${how} | ${failing ?? 'no cell fails'}`)
}
console.log(`${tried.length - unproved.length} of ${tried.length} rules are guarded by the matrix.`)
process.exit(whole?.failing === undefined && unproved.length === 0 ? 0 : 1)
