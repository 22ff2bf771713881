// npm run doctor [-- --json]: checks the environment's installation without changing it. Exit code 0: no problems. 1: problems.
import { beginCommand } from '#server/boot/command-line.ts'
import { inspectEnvironment } from '#server/boot/environment.ts'
import { hasProblems, reportLines, runDoctor } from '#server/doctor/run.ts'

const isJson = beginCommand('doctor').given('json') === true
const report = await runDoctor({ ...inspectEnvironment(), fetch: globalThis.fetch, now: Date.now })
const text = isJson ? JSON.stringify({ ok: !hasProblems(report), checks: report }, null, 2) : reportLines(report).join('\n')
// A check that has run out of time may still hold the process.
process.stdout.write(`${text}\n`, () => process.exit(hasProblems(report) ? 1 : 0))
