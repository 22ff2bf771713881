import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

/** One measurement. `isMet` null: there is no goal. */
export type Finding = { what: string; measured: string; goal: string; isMet: boolean | null }

export const figure = (what: string, measured: string): Finding => ({ what, measured, goal: '', isMet: null })

export const goal = (what: string, measured: string, wanted: string, isMet: boolean): Finding => ({ what, measured, goal: wanted, isMet })

/** The median of an odd number of samples. */
export function median(samples: readonly number[]): number {
  const middle = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)]
  if (middle === undefined) throw new RangeError('no samples')
  return middle
}

/** "6.41 s (6.28 to 7.02)": the median and the range of milliseconds. */
export function seconds(samples: readonly number[]): string {
  const [middle, min, max] = [median(samples), Math.min(...samples), Math.max(...samples)].map((ms) => (ms / 1000).toFixed(2))
  return `${middle} s (${min} to ${max})`
}

const verdict = ({ isMet }: Finding) => (isMet === null ? '' : isMet ? 'met' : 'MISSED')

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

/** The measured product and machine, without which the figures mean nothing. */
export function setting(): string {
  const [cpu] = cpus()
  const changes = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ' with changes'
  return `commit ${git('rev-parse', '--short', 'HEAD')}${changes}, Node ${process.versions.node}, ${cpus().length} cores (${cpu?.model ?? 'unknown'}), load ${loadavg()[0]?.toFixed(1)}`
}

export function table(findings: readonly Finding[]): string {
  const rows = [
    ['', 'measured', 'goal', ''],
    ...findings.map((finding) => [finding.what, finding.measured, finding.goal, verdict(finding)]),
  ]
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length))
  const widths = [0, 1, 2, 3].map(width)
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
