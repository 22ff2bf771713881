// The file of the copy beside SQLite.
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { changesTable } from '#drizzle/catalogue/rows.ts'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import type { CopyDamage } from '#drizzle/catalogue/sqlite-damage.ts'
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

const all = { ...list, sort: 'title', reverse: false, storeIds: ['shop'] } as const
const changesOfShop = { storeIds: ['shop'], after: null, limit: 5_000 } as const

/** Overwrites a part of a file in its place. */
function overwrite(file: string, from: number, length: number) {
  const opened = openSync(file, 'r+')
  writeSync(opened, Buffer.alloc(length, 0xa5), 0, length, from)
  fsyncSync(opened)
  closeSync(opened)
}

test('who has a file open whose damage another one finds goes on in the same file', async () => {
  await using home = await fresh()
  const first = await home.open()
  await first.write('shop', [product('1')], 1)
  await first.close()
  const one = await home.open()
  const before = await one.identity()
  // Its first page, without which it is no database.
  overwrite(home.file, 0, 4_096)
  const damages: CopyDamage[] = []
  const two = await openCatalogue({ url: home.url, dataDir: dirname(home.file), onDamage: (damage) => damages.push(damage) })
  expect(await one.identity()).not.toBe(before)
  await one.write('shop', [product('2')], 1)
  expect((await two.search(all)).found.map(({ productId }) => productId)).toEqual(['2'])
  await one.close()
  await two.write('shop', [product('3')], 1)
  const three = await home.open()
  expect((await three.search(all)).found.map(({ productId }) => productId)).toEqual(['2', '3'])
  expect(damages).toEqual([{ changes: 0, isWhole: false }])
  await two.close()
  await three.close()
})

test('a file whose first page is damaged while it is in use is emptied at the next call', async () => {
  await using home = await fresh()
  const copy = await home.open()
  await copy.write('shop', [product('1')], 1)
  await copy.close()
  const again = await home.open()
  overwrite(home.file, 0, statSync(home.file).size)
  expect((await again.search(all)).found).toEqual([])
  expect(await again.write('shop', [product('2')], 1)).toBe(1)
  expect((await again.search(all)).found).toHaveLength(1)
  await again.close()
})

test('what has changed is kept of a damaged file as far as it can be read, and no id is given again', async () => {
  await using home = await fresh()
  const copy = await home.open()
  await copy.write('shop', [product('1')], 1, { isFirst: true })
  for (let round = 2; round < 1_500; round += 1) await copy.write('shop', [product('1', { title: `Mug ${round}` })], round)
  const before = await copy.changes(changesOfShop)
  await copy.close()
  const file = new Sqlite(home.file)
  const pages = file.prepare(`select pageno from dbstat where name = '${changesTable}' and pagetype = 'leaf' order by path`).pluck().all()
  file.close()
  overwrite(home.file, (Number(pages[Math.floor(pages.length / 2)]) - 1) * 4_096, 4_096)
  const damages: CopyDamage[] = []
  const healed = await openCatalogue({ url: home.url, dataDir: dirname(home.file), onDamage: (damage) => damages.push(damage) })
  const kept = await healed.changes(changesOfShop)
  expect(damages).toEqual([{ changes: kept.length, isWhole: false }])
  expect(before.length).toBe(1_498)
  expect(kept.length).toBeGreaterThan(1_400)
  expect(kept.length).toBeLessThan(before.length)
  const known = new Map(before.map((change) => [change.id, change]))
  for (const change of kept) expect(change).toEqual(known.get(change.id))
  await healed.write('shop', [product('1')], 1)
  await healed.write('shop', [product('1', { title: 'New' })], 3_000)
  expect(Number((await healed.changes({ ...changesOfShop, limit: 1 }))[0]?.id)).toBeGreaterThan(Number(before[0]?.id))
  await healed.close()
})

/** The locks that processes have on a file. */
const locksOn = (file: string) => readFileSync('/proc/locks', 'utf8').match(new RegExp(`:${statSync(file).ino} `, 'g'))?.length ?? 0

// Linux alone tells them.
test.skipIf(process.platform !== 'linux')('opening the file a second time does not end the lock of who has it open', async () => {
  await using home = await fresh()
  const one = await home.open()
  expect(locksOn(home.file)).toBe(1)
  const two = await home.open()
  expect(locksOn(home.file)).toBe(1)
  await one.close()
  await two.close()
})
