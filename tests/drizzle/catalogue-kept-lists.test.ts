// Lists that are kept until the copy changes, on the database of DATABASE_URL. Two connections are two processes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { keepingLists } from '#drizzle/catalogue/kept-lists.ts'
import { freshCatalogue, list, product } from '../support/catalogue-products.ts'

const root = mkdtempSync(join(tmpdir(), 'catalogue-kept-'))
afterAll(() => rmSync(root, { recursive: true }))

const mugs = { ...list, storeIds: ['shop'], words: ['mug'] }

/** A copy whose lists are kept, and the copy as another process has it. `reads`: what was read of the own one. */
async function opened(whileReading: (other: CatalogueCopy) => Promise<unknown> = async () => {}) {
  const home = await freshCatalogue(root)
  const [own, other] = [await home.open(), await home.open()]
  const reads: ('page' | 'count')[] = []
  const copy = keepingLists({
    ...own,
    async search(...given) {
      reads.push('page')
      await whileReading(other)
      return own.search(...given)
    },
    async count(...given) {
      reads.push('count')
      await whileReading(other)
      return own.count(...given)
    },
  })
  await other.write('shop', [product('1')], 1)
  return {
    copy,
    other,
    reads,
    async [Symbol.asyncDispose]() {
      await own.close()
      await other.close()
      await home[Symbol.asyncDispose]()
    },
  }
}

const shownIds = async (copy: CatalogueCopy, search = mugs) => (await copy.search(search)).found.map(({ productId }) => productId)

test('a list is read once, also by many at the same moment, until another process changes the copy', async () => {
  await using home = await opened()
  const { copy, other, reads } = home
  expect(await Promise.all([shownIds(copy), shownIds(copy), copy.count(mugs, 10), copy.count(mugs, 10)])).toEqual([['1'], ['1'], 1, 1])
  expect(await shownIds(copy)).toEqual(['1'])
  expect(await copy.count(mugs, 10)).toBe(1)
  expect(reads.toSorted()).toEqual(['count', 'page'])
  await other.write('shop', [product('2')], 1)
  expect(await shownIds(copy)).toEqual(['2', '1'])
  expect(await copy.count(mugs, 10)).toBe(2)
  await other.remove('shop', ['1'], 2)
  expect(await shownIds(copy)).toEqual(['2'])
  await other.drop('shop')
  expect(await shownIds(copy)).toEqual([])
  expect(await copy.count(mugs, 10)).toBe(0)
})

test('pages of one search are counted once', async () => {
  await using home = await opened()
  const { copy, other, reads } = home
  await other.write('shop', [product('2'), product('3')], 1)
  const { next } = await copy.search({ ...mugs, limit: 2 })
  await copy.count(mugs, 10)
  expect((await copy.search({ ...mugs, limit: 2, after: next })).found).toHaveLength(1)
  expect(await copy.count(mugs, 10)).toBe(3)
  expect(reads).toEqual(['page', 'count', 'page'])
})

test('another search, other stores and another bound are read by themselves', async () => {
  await using home = await opened()
  const { copy } = home
  await copy.write('shop', [product('2', { status: 'draft' })], 1)
  expect(await copy.count(mugs, 10)).toBe(2)
  expect(await copy.count(mugs, 1)).toBe(1)
  for (const [change, found] of [
    [{ storeIds: [] }, []],
    [{ words: ['lamp'] }, []],
    [{ filters: { status: ['draft'] } }, ['2']],
    [{ reverse: false }, ['1', '2']],
    [{ limit: 1 }, ['2']],
  ] as const) {
    expect(await shownIds(copy, { ...mugs, ...change } as never)).toEqual(found)
    expect(await copy.count({ ...mugs, ...change }, 10)).toBe('limit' in change || 'reverse' in change ? 2 : found.length)
  }
})

test('what this process writes, removes and drops is found at once', async () => {
  await using home = await opened()
  const { copy } = home
  expect(await shownIds(copy)).toEqual(['1'])
  await copy.write('shop', [product('2')], 2)
  expect(await shownIds(copy)).toEqual(['2', '1'])
  expect(await copy.count(mugs, 10)).toBe(2)
  await copy.remove('shop', ['1'], 3)
  expect(await shownIds(copy)).toEqual(['2'])
  await copy.drop('shop')
  expect(await shownIds(copy)).toEqual([])
  expect(await copy.count(mugs, 10)).toBe(0)
})

test('what changes while a list is read is in the next one', async () => {
  let writes = 1
  await using home = await opened((other) => other.write('shop', [product(String((writes += 1)))], 1))
  const { copy, reads } = home
  const first = await shownIds(copy)
  expect(await shownIds(copy)).toEqual(['3', ...first])
  expect(reads).toEqual(['page', 'page'])
})

test('a list that cannot be read is read again', async () => {
  let isBroken = true
  await using home = await opened(async () => {
    if (isBroken) throw new Error('broken')
  })
  await expect(home.copy.count(mugs, 10)).rejects.toThrow('broken')
  await expect(home.copy.search(mugs)).rejects.toThrow('broken')
  isBroken = false
  expect(await home.copy.count(mugs, 10)).toBe(1)
  expect(await shownIds(home.copy)).toEqual(['1'])
})

const Step = fc.record({
  by: fc.constantFrom('own', 'other'),
  store: fc.constantFrom('shop', 'outlet'),
  work: fc.oneof(
    fc.record({ write: fc.integer({ min: 1, max: 4 }), status: fc.constantFrom('active', 'draft') }),
    fc.record({ remove: fc.integer({ min: 1, max: 4 }) }),
    fc.constant({ drop: true as const }),
  ),
})

test('after any changes by any process, kept lists are those that would be read', async () => {
  await using home = await opened()
  const copies = { own: home.copy, other: home.other }
  let at = 1
  const wanted = [['shop'], ['outlet'], ['outlet', 'shop']].flatMap((storeIds) =>
    [{}, { status: ['draft'] }].map((filters) => ({ ...list, storeIds, filters })),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { by, store, work } of steps) {
        at += 1
        if ('write' in work) await copies[by].write(store, [product(String(work.write), { status: work.status, updatedAt: at })], at)
        else if ('remove' in work) await copies[by].remove(store, [String(work.remove)], at)
        else await copies[by].drop(store)
        for (const search of wanted) {
          expect(await home.copy.search(search)).toEqual(await home.other.search(search))
          expect(await home.copy.count(search, 10)).toBe(await home.other.count(search, 10))
        }
      }
    }),
    { numRuns: 20 },
  )
})
