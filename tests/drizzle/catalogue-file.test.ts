// The file of the copy beside SQLite.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freshCatalogue, list, product } from '../support/catalogue-products.ts'

const root = mkdtempSync(join(tmpdir(), 'catalogue-file-'))
afterAll(() => rmSync(root, { recursive: true }))
const fresh = () => freshCatalogue(root)

test('the file is for this user alone', async () => {
  await using home = await fresh()
  const copy = await home.open()
  await copy.write('shop', [product('1')], 1)
  for (const ending of ['', '-wal', '-shm', '-opening']) expect(statSync(`${home.file}${ending}`).mode & 0o777).toBe(0o600)
  await copy.close()
})

test('a damaged file is replaced by an empty one, also where the damage shows later', async () => {
  await using home = await fresh()
  writeFileSync(home.file, 'This was never a database. '.repeat(1_000))
  const copy = await home.open()
  expect(await copy.stores()).toEqual([])
  await copy.write(
    'shop',
    Array.from({ length: 500 }, (_, index) => product(`${index + 1}`)),
    1,
  )
  await copy.close()
  const content = readFileSync(home.file)
  // All pages but the first two, which have the list of the tables.
  writeFileSync(home.file, content.fill(0xa5, 4_096 * 12))
  const [one, two] = [await home.open(), await home.open()]
  const everything = { ...list, sort: 'title', storeIds: ['shop'] } as const
  expect((await one.search(everything)).found).toEqual([])
  expect((await two.search(everything)).found).toEqual([])
  expect(await one.write('shop', [product('1')], 1)).toBe(1)
  expect((await two.search({ ...everything, words: ['mug'] })).found).toHaveLength(1)
  await one.close()
  await two.close()
})
