// docs/security/asvs.md lists every requirement, and each claim names an existing test or page.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { asvs } from '../../scripts/asvs.ts'

/** The number of level 1 and 2 requirements in chapters V1 to V17 of ASVS 5.0.0. */
const perChapter = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]
const ofLevelOne = 70
const maxOpen = 6

const requirements = asvs()
const open = requirements.filter(({ status }) => status === 'open')

test('each requirement of level 1 and 2 stands there once', () => {
  const ids = requirements.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(perChapter.map((_, index) => ids.filter((id) => id.startsWith(`${index + 1}.`)).length)).toEqual(perChapter)
  expect(requirements.filter(({ level }) => level === '1')).toHaveLength(ofLevelOne)
})

/** Searches for the title in any quotes, since a title with an apostrophe needs other quotes. */
const holds = (file: string, title: string) => ["'", '`', '"'].some((quote) => readFileSync(file, 'utf8').includes(quote + title + quote))

test('each proof is there', () => {
  const proofs = requirements.flatMap(({ id, proofs: all }) => all.map((proof) => ({ id, ...proof })))
  const lost = proofs.filter(({ file, title }) => !existsSync(file) || (title !== null && !holds(file, title)))
  expect(lost.map(({ id, file, title }) => `${id}: ${file} › ${title}`)).toEqual([])
  expect(proofs.filter(({ file, title }) => title === null && !file.startsWith('docs/security/'))).toEqual([])
})

test('few are open, each for a reason', () => {
  expect(open.length).toBeLessThanOrEqual(maxOpen)
  expect(requirements.filter(({ status, reason }) => status !== 'met' && reason.length < 4)).toEqual([])
})
