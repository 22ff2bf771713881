import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { authCases } from '../../proofs/auth-cases.ts'

test('the cases are 1 to 38, and each names tests that are there', () => {
  expect(authCases.map(({ number }) => number)).toEqual(Array.from({ length: 38 }, (_, index) => index + 1))
  const named = authCases.flatMap(({ number, tests }) => tests.map(([file, title]) => ({ number, file, title })))
  const isThere = ({ file, title }: { file: string; title: string }) =>
    ["'", '`'].some((quote) => readFileSync(file, 'utf8').includes(quote + title + quote))
  expect(named.filter((one) => !isThere(one))).toEqual([])
  expect(authCases.filter(({ tests }) => tests.length === 0)).toEqual([])
})
