// The copy of the catalogues for a user of Postgres who may do less than its owner.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCatalogue } from '#drizzle/catalogue/open.ts'
import { postgresInspection } from '#drizzle/postgres-inspection.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import { list, product, variant } from '../support/catalogue-products.ts'
import { startPostgres, type PostgresServer } from '../../scripts/postgres-server.ts'

let server: PostgresServer
beforeAll(async () => void (server = await startPostgres()))
afterAll(() => server[Symbol.asyncDispose]())

let made = 0
/** A database whose user `shop` may not change it, and what the administrator runs in it. */
async function confined() {
  made += 1
  const name = `office_${made}`
  const roles = made === 1 ? 'create role shop login' : 'select'
  await withClient(server.url, async (client) => {
    await client.query(roles)
    await client.query(`create database ${name}`)
  })
  const urlOf = (user: string) => server.url.replace('postgres@', `${user}@`).replace(/postgres$/, name)
  const url = urlOf('shop')
  return {
    url,
    run: (sql: string) => withClient(urlOf('postgres'), (client) => client.query(sql)),
    open: () => openCatalogue({ url, dataDir: '' }),
    inspect: () => postgresInspection.catalogue(url),
  }
}
const wanted = { ...list, storeIds: ['north'] }
const titles = ({ found }: { found: readonly { title: string }[] }) => found.map(({ title }) => title)

test('without the right to make its schema, the copy says what to do, and is there once that is done', async () => {
  const { run, open, inspect } = await confined()
  const refusal = expect.stringMatching(/^The copy .* office_1: .*“create schema catalogue authorization shop”$/)
  await expect(open()).rejects.toMatchObject({ code: 'CATALOGUE_REFUSED', message: refusal })
  expect(await inspect()).toEqual({ refusal, isWordIndexed: false })
  await run('create schema catalogue')
  await expect(open()).rejects.toMatchObject({
    code: 'CATALOGUE_REFUSED',
    message: expect.stringContaining('alter schema catalogue owner to shop'),
  })
  await run('alter schema catalogue owner to shop')
  expect(await inspect()).toMatchObject({ refusal: null })
  const copy = await open()
  await copy.write('north', [product('1')], 1)
  expect(titles(await copy.search(wanted))).toEqual(['Mug 1'])
  await copy.close()
})

test('without the extension for parts of words, searches find the same, and use it once it is there', async () => {
  const { run, open, inspect, url } = await confined()
  await run('create schema catalogue authorization shop')
  const slow = await open()
  expect(await inspect()).toEqual({ refusal: null, isWordIndexed: false })
  const variants = [variant('1', { sku: 'AB_%-7' })]
  await slow.write('north', [product('1', { title: 'Áo dài' }), product('2', { title: 'Mug', variants })], 1)
  const finds = async (copy: typeof slow) => {
    for (const [word, title] of [
      ['dai', 'Áo dài'],
      ['b_%', 'Mug'],
    ] as const) {
      expect(titles(await copy.search({ ...wanted, words: [word] }))).toEqual([title])
      expect(await copy.count({ ...wanted, words: [word] }, 10)).toBe(1)
    }
    await copy.close()
  }
  await finds(slow)
  await run('create extension pg_trgm')
  await finds(await open())
  expect(await inspect()).toEqual({ refusal: null, isWordIndexed: true })
  const { rows } = await withClient(url, (client) =>
    client.query("select from pg_indexes where schemaname = 'catalogue' and indexdef like '% gin (%'"),
  )
  // That of the store, and the one that further stores get theirs from.
  expect(rows).toHaveLength(2)
})

test('a schema of another form is emptied where no other may be made', async () => {
  const { run, open } = await confined()
  await run('create schema catalogue authorization shop')
  const before = await open()
  await before.write('north', [product('1')], 1)
  await before.close()
  await run('update catalogue.form set version = 9999')
  const copy = await open()
  expect(await copy.stores()).toEqual([])
  await copy.write('north', [product('2')], 1)
  expect(titles(await copy.search(wanted))).toEqual(['Mug 2'])
  await copy.close()
})
