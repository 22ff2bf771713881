// What the two runners say they did, in one form.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { z } from 'zod'

/** One test: the file it stands in, its own title, and how it ended. */
export type Outcome = { file: string; title: string; hasPassed: boolean }
type Report = { outcomes: Outcome[]; passed: number; failed: number; skipped: number; flaky: number }

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(z.object({ name: z.string(), assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) })),
})

const Spec = z.object({ title: z.string(), file: z.string(), ok: z.boolean(), tests: z.array(z.object({ status: z.string() })) })
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

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Vitest's JSON report. */
export function vitestReport(file: string): Report {
  const report = VitestReport.parse(read(file))
  const outcomes = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ file: relative('.', name), title, hasPassed: status === 'passed' })),
  )
  return { outcomes, passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests, flaky: 0 }
}

function specsIn({ specs, suites = [] }: z.infer<typeof Suite>): z.infer<typeof Spec>[] {
  return [...specs, ...suites.flatMap(specsIn)]
}

/** Playwright's JSON report; a test that passed at the second try has passed, and counts as flaky. */
export function playwrightReport(file: string): Report {
  const { stats, suites } = PlaywrightReport.parse(read(file))
  const outcomes = suites.flatMap(specsIn).map(({ title, file: spec, ok, tests }) => ({
    file: `${browserTests}/${spec}`,
    title,
    hasPassed: ok && tests.every(({ status }) => status !== 'skipped'),
  }))
  return { outcomes, passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped, flaky: stats.flaky }
}
