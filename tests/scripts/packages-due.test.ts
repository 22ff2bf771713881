import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { daysForNewer, overdue } from '../../scripts/packages/overdue.ts'

const now = new Date('2026-11-22T12:00:00Z')
const newer = (version: string, published: string) => ({ version, published })

test('a package is late once its first newer version has been out for too long, however new the newest is', () => {
  const late = { name: 'late', version: '1.0.0', newer: [newer('1.2.0', '2026-11-20T00:00:00Z'), newer('1.1.0', '2026-08-01T00:00:00Z')] }
  const inTime = { name: 'in-time', version: '1.0.0', newer: [newer('1.0.1', '2026-08-24T12:00:00Z')] }
  const newest = { name: 'newest', version: '3.0.0', newer: [] }
  expect(overdue([late, inTime, newest], now)).toEqual([{ name: 'late', version: '1.0.0', newer: '1.1.0', days: 113 }])
})

test('the page for operators names the same number of days', () => {
  expect(readFileSync('docs/security/operations.md', 'utf8')).toMatch(new RegExp(`\\| None, but a newer version +\\| ${daysForNewer} days`))
})
