// The list of clauses is consistent. Another check, after all tests, requires that each named test passed.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { acceptance, isBeyond, unproved } from '../scripts/acceptance.ts'

const counts = { specified: 450, beyond: 202 }
const { proofs, otherwise } = acceptance()

test('each clause stands there once, with its sentence', () => {
  const ids = proofs.map(({ clause }) => clause)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const beyond = proofs.filter(isBeyond)
  expect({ specified: ids.length - beyond.length, beyond: beyond.length }).toEqual(counts)
})

test('few clauses are overruled by a decision, and they are tested all the same', () => {
  expect(otherwise.length).toBeLessThanOrEqual(10)
  expect(otherwise.filter((id) => !proofs.some(({ clause }) => clause === id))).toEqual([])
})

/** The file with the test files that it imports, which may contain its tests. */
function sourceOf(file: string): string {
  const source = readFileSync(file, 'utf8')
  const imported = [...source.matchAll(/from '#(tests\/[^']+)'/g)].map(([, path = '']) => readFileSync(path, 'utf8'))
  return [source, ...imported].join('\n')
}

test('each named test is there', () => {
  const lost = proofs.filter(
    ({ file, title }) => !existsSync(file) || !["'", '`'].some((quote) => sourceOf(file).includes(quote + title + quote)),
  )
  expect(lost).toEqual([])
})

test('a clause is proved by tests that ran and passed, all that its title stands for', () => {
  const one = [{ clause: 'A-01', file: 'a.test.ts', title: 'adds ${what} to %s' }]
  const outcome = (title: string, hasPassed = true) => ({ file: 'a.test.ts', title, hasPassed, reason: null })
  expect(unproved(one, [outcome('adds salt to soup'), outcome('adds x to y')])).toEqual([])
  expect(unproved(one, [outcome('adds salt to soup'), outcome('adds x to y', false)])).toHaveLength(1)
  expect(unproved(one, [{ ...outcome('adds salt to soup'), file: 'b.test.ts' }, outcome('adds salt')])).toHaveLength(1)
})
