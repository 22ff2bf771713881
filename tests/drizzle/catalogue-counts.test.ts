// Counts of searches that are kept for a moment, on the database of DATABASE_URL. Two connections are two processes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { keepingCounts } from '#drizzle/catalogue/kept-counts.ts'
import { freshCatalogue, product } from '../support/catalogue-products.ts'

const root = mkdtempSync(join(tmpdir(), 'catalogue-counts-'))
afterAll(() => rmSync(root, { recursive: true }))

const mugs = { storeIds: ['shop'], words: ['mug'], filters: {} }

/** A copy whose counts are kept, by a clock of its own, and the copy as another process has it. */
async function opened() {
  const home = await freshCatalogue(root)
  let now = 1_000_000
  const [own, other] = [await home.open(), await home.open()]
  let counted = 0
  const watched: CatalogueCopy = {
    ...own,
    async count(...given) {
      counted += 1
      return own.count(...given)
    },
  }
  await other.write('shop', [product('1')], 1)
  return {
    copy: keepingCounts(watched, () => now),
    other,
    counted: () => counted,
    pass: (ms: number) => void (now += ms),
    async [Symbol.asyncDispose]() {
      await own.close()
      await other.close()
      await home[Symbol.asyncDispose]()
    },
  }
}

test('a search is counted once in a while, also by many at the same moment', async () => {
  await using home = await opened()
  const { copy, other, counted, pass } = home
  expect(await Promise.all([copy.count(mugs, 10), copy.count(mugs, 10)])).toEqual([1, 1])
  await other.write('shop', [product('2')], 1)
  pass(1_999)
  expect(await copy.count(mugs, 10)).toBe(1)
  expect(counted()).toBe(1)
  pass(2)
  expect(await copy.count(mugs, 10)).toBe(2)
  expect(counted()).toBe(2)
})

test('another search, other stores and another bound are counted by themselves', async () => {
  await using home = await opened()
  const { copy } = home
  await copy.write('shop', [product('2', { status: 'draft' })], 1)
  expect(await copy.count(mugs, 10)).toBe(2)
  expect(await copy.count(mugs, 1)).toBe(1)
  expect(await copy.count({ ...mugs, storeIds: [] }, 10)).toBe(0)
  expect(await copy.count({ ...mugs, words: ['lamp'] }, 10)).toBe(0)
  expect(await copy.count({ ...mugs, filters: { status: ['draft'] } }, 10)).toBe(1)
})

test('what this process writes, removes and drops is counted at once', async () => {
  await using home = await opened()
  const { copy } = home
  expect(await copy.count(mugs, 10)).toBe(1)
  await copy.write('shop', [product('2')], 2)
  expect(await copy.count(mugs, 10)).toBe(2)
  await copy.remove('shop', ['1'], 3)
  expect(await copy.count(mugs, 10)).toBe(1)
  await copy.drop('shop')
  expect(await copy.count(mugs, 10)).toBe(0)
})

test('a count that fails is made again', async () => {
  await using home = await opened()
  let isBroken = true
  const broken: CatalogueCopy = {
    ...home.other,
    async count(...given) {
      if (isBroken) throw new Error('broken')
      return home.other.count(...given)
    },
  }
  const copy = keepingCounts(broken, () => 0)
  await expect(copy.count(mugs, 10)).rejects.toThrow('broken')
  isBroken = false
  expect(await copy.count(mugs, 10)).toBe(1)
})
