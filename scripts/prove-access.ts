// Shows that the authorisation matrix guards every policy: in a copy of the project each policy of shared/access.ts is thrown open
// in turn (or closed, where it is open already), and the matrix must turn red for a procedure that the policy guards. With the names of
// policies as arguments, only these are tried.
import { spawn } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { endpoints } from '#server/endpoints.ts'
import { can, policies, type Action } from '#shared/access.ts'

const copied = ['server', 'shared', 'drizzle', 'sandbox', 'scripts', 'tests', 'package.json', 'vite.config.ts', 'tsconfig.base.json']
const rules = 'shared/access.ts'
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
const source = readFileSync(rules, 'utf8')

type Outcome = { holding: number; total: number; failing: string | undefined }

/** Runs the matrix in the copy with more arguments. Answers how many cells hold, and the first that does not. */
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

/** The same, where it must not be that no cell ran at all: a machine with too much to do may not even get the world of the tests started. */
async function tryMatrix(...more: string[]): Promise<Outcome> {
  for (let tries = 0; tries < 3; tries += 1) {
    const outcome = await runMatrix(...more)
    if (outcome.holding > 0 || outcome.failing !== undefined) return outcome
  }
  throw new Error('the matrix did not run')
}

/** The cells of the procedures that a policy guards; of all, where it guards by being asked inside of them. One that fails is enough. */
function cellsOf(action: Action): string[] {
  const paths = endpoints.filter(({ policy }) => policy === action).map(({ path }) => path.replaceAll('.', '\\.'))
  return ['--bail=1', ...(paths.length > 0 ? ['-t', `^(${paths.join('|')}) `] : [])]
}

/** The source with this policy thrown open, or closed where it lets everybody in already. */
function broken(action: string, isOpen: boolean): string {
  const line = new RegExp(`^  '${action.replace('.', '\\.')}': \\[(?:.*\\],|[^]*?^  \\],)$`, 'm')
  if (!line.test(source)) throw new Error(`${action} has no line of its own in ${rules}`)
  return source.replace(line, `  '${action}': [${isOpen ? '' : '{}'}] as readonly Rule[],`)
}

/** Whether the server asks for it at all; what only a screen asks for shows nothing that the server guards. */
const serverSource = globSync('server/**/*.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('')
const isAsked = (action: Action) => serverSource.includes(`'${action}'`)
const isAction = (name: string): name is Action => Object.hasOwn(policies, name)
const wanted = process.argv.slice(2)
const actions = Object.keys(policies)
  .filter(isAction)
  .filter(isAsked)
  .filter((action) => wanted.length === 0 || wanted.includes(action))

const whole = wanted.length === 0 ? await tryMatrix() : undefined
if (whole) console.log(`The matrix as it is: ${whole.holding} of ${whole.total} cells hold, each on both doors.`)
const unproved: string[] = []
for (const action of actions) {
  const isOpen = can({ id: '', grants: [], keyId: '' }, action)
  writeFileSync(join(copy, rules), broken(action, isOpen))
  const { failing } = await tryMatrix(...cellsOf(action))
  if (failing === undefined) unproved.push(action)
  console.log(
    `${failing === undefined ? 'GREEN' : 'red'} | ${action} | ${isOpen ? 'closed' : 'thrown open'} | ${failing ?? 'no cell fails'}`,
  )
}
console.log(`${actions.length - unproved.length} of ${actions.length} policies are guarded by the matrix.`)
process.exit(whole?.failing === undefined && unproved.length === 0 ? 0 : 1)
