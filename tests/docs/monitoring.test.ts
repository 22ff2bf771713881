// docs/monitoring.md, the alerts and the dashboard speak of the metrics that there are.
import { readFileSync } from 'node:fs'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { metricTable, type MetricDefinition } from '#server/metrics/table.ts'

const page = readFileSync('docs/monitoring.md', 'utf8')
const alerts = readFileSync('deploy/alerts.yml', 'utf8')
const alertTests = readFileSync('deploy/alerts.test.yml', 'utf8')
const dashboard: unknown = JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8'))

const ours = Object.entries<MetricDefinition>(metricTable)
const partsOf = (name: string, type: string) => (type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name])

/** The names that Prometheus has: those of the table, those of Node and of the process, and its own. */
function knownNames(): Set<string> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const others = registry.getMetricsAsArray().map(({ name }) => name)
  return new Set([...ours.flatMap(([name, { type }]) => partsOf(name, type)), ...others, 'up'])
}

/** The metrics in an expression: its words, without texts, sets of labels, lists of labels, durations, functions and operators. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/"[^"]*"/g, '')
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\boffset \w+/g, ' ')
  return [...bare.matchAll(/\b[a-z_:][\w:]*\b(?!\s*\()/gi)].map(([word]) => word).filter((word) => !operators.has(word))
}
// Aggregations with their labels in front have lost the bracket that follows.
const operators = new Set(['and', 'or', 'unless', 'sum', 'min', 'max', 'count', 'avg', 'e9'])

/** All expressions of the dashboard. */
function expressionsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(expressionsIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => (key === 'expr' && typeof value === 'string' ? [value] : expressionsIn(value)))
}

/** What follows a key of the rules, up to the next key. */
const valuesOf = (key: string) =>
  [...alerts.matchAll(new RegExp(`\\b${key}: (?:>-)?([^]*?)\\n\\s+\\w+:`, 'g'))].map(([, text = '']) => text.trim())
const alertNames = valuesOf('alert')

test('the page lists the metrics as the table defines them', () => {
  const [, table = ''] = /^\| Metric .*\n\|.*\n((?:\|.*\n)+)/m.exec(page) ?? []
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  expect(rows).toEqual(ours.map(([name, { type, help, labels }]) => ['', name, type, labels.join(', '), help, '']))
})

test('the expressions are found, and so is an unknown metric in one', () => {
  expect(metricsIn('sum by (job) (rate(wrong_total{job="up"}[5m])) / max(other offset 1d) > 1e9')).toEqual(['wrong_total', 'other'])
  expect(expressionsIn(dashboard).length).toBeGreaterThan(20)
  expect(alertNames.length).toBeGreaterThan(8)
  expect(valuesOf('expr')).toHaveLength(alertNames.length)
})

test.each([
  ['alerts', valuesOf('expr')],
  ['dashboard', expressionsIn(dashboard)],
])('the %s ask for metrics that there are', (_, expressions) => {
  const known = knownNames()
  expect(expressions.filter((expression) => metricsIn(expression).length === 0)).toEqual([])
  expect(expressions.flatMap(metricsIn).filter((name) => !known.has(name))).toEqual([])
})

test('the dashboard shows every metric of the table, apart from the sizes of disks', () => {
  const shown = new Set(expressionsIn(dashboard).flatMap(metricsIn))
  const missing = ours.filter(([name, { type }]) => !partsOf(name, type).some((part) => shown.has(part))).map(([name]) => name)
  expect(missing).toEqual(['backcounter_data_disk_bytes'])
})

test.each(alertNames)('%s has a test that fires it, and a row that tells what to do', (name) => {
  expect(alertTests).toMatch(new RegExp(`alertname: ${name}\\n\\s+exp_alerts:\\n`))
  expect(page).toContain(`| \`${name}\``)
})
