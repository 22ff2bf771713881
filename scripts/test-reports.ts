// The reports of both test runners in one format.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

/** One test: its file, its title, its result, and the first line of its error, even if a retry passed. */
export type Outcome = { file: string; title: string; hasPassed: boolean; reason: string | null }
type Report = { outcomes: Outcome[]; passed: number; failed: number; skipped: number }

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
})

const Try = z.object({ error: z.object({ message: z.string() }).optional() })
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(z.object({ projectName: z.string(), status: z.string(), results: z.array(Try) })),
})
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), skipped: z.number(), flaky: z.number() }),
  suites: z.array(Suite),
})
const browserTests = 'tests/e2e'

/** The first line of a failed test's message, without terminal colours. */
const firstLine = (messages: readonly string[]) => stripVTControlCharacters(messages[0] ?? '').split('\n')[0] || null

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Vitest's JSON report. */
export function vitestReport(file: string): Report {
  const report = VitestReport.parse(read(file))
  const outcomes = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status, failureMessages }) => ({
      file: relative('.', name),
      title,
      hasPassed: status === 'passed',
      reason: firstLine(failureMessages),
    })),
  )
  return { outcomes, passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
}

function specsIn({ specs, suites = [] }: z.infer<typeof Suite>): z.infer<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsIn)]
}

const endings: Record<string, string> = { expected: 'passed', flaky: 'passed at the second try', skipped: 'skipped' }

/** The results of each test in Playwright's JSON report, by project. */
export function outcomesByProject(file: string): { title: string; outcomes: Record<string, string> }[] {
  const { suites } = PlaywrightReport.parse(read(file))
  return suites.flatMap(specsIn).map(({ title, tests }) => ({
    title,
    outcomes: Object.fromEntries(tests.map(({ projectName, status }) => [projectName, endings[status] ?? 'FAILED'])),
  }))
}

/** Playwright's JSON report. */
export function playwrightReport(file: string): Report {
  const { stats, suites } = PlaywrightReport.parse(read(file))
  const outcomes = suites.flatMap(specsIn).map(({ title, file: spec, ok, tests }) => ({
    file: join(browserTests, spec),
    title,
    hasPassed: ok && tests.every(({ status }) => status !== 'skipped'),
    reason: firstLine(tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))),
  }))
  return { outcomes, passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}
