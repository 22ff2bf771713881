import { randomUUID } from 'node:crypto'
import type { Client, PoolClient } from 'pg'
import { unlessAway } from '#drizzle/away.ts'
import { codesOf } from '#drizzle/errors.ts'
import { withClient } from '#drizzle/postgres-connection.ts'
import { copyRefusal, CopyRefused, isWordIndexed } from '#drizzle/catalogue/postgres-rights.ts'
import { changesTable, isLeft, keyLength } from '#drizzle/catalogue/rows.ts'

/** The form of the tables. A schema of another form is emptied. Raise it with every change of the tables or of what they hold. */
const postgresForm = 8

/** Two processes must not make the tables, or those of one store, at once. An arbitrary number that no other user of the database locks. */
const tablesLock = 7_203_512

const text = 'text collate "C"'

/** The columns of a product, but for its store and id. */
export const copiedColumnTypes = {
  key: text,
  read_at: 'bigint',
  created: 'bigint',
  updated: 'bigint',
  digest: 'bigint',
  price: 'bigint',
  stock: 'bigint',
  variants: 'integer',
  is_out: 'boolean',
  title: 'text',
  handle: text,
  image: 'text',
  status: 'text',
  vendor: 'text',
  type: 'text',
  tags: 'jsonb',
  price_min: 'text',
  price_max: 'text',
  title_key: text,
  status_key: text,
  vendor_key: text,
  type_key: text,
  text,
} as const

/** Of each, in each store's table. Postgres merges those of several stores. */
const sortIndexes = ['created', 'updated', 'title_key', 'status_key', 'price', 'stock', 'vendor_key', 'type_key'].map(
  (column) => `create index on catalogue.products (${column}, id)`,
)

/** The condition of an index on a code that products can share. A query repeats it. */
export const isShared = (column: string): string => `${column} <> '' and length(${column}) <= ${keyLength}`

/** The codes of variants `v`, each once. */
export const codesOfVariants = (condition: string): string =>
  ['sku', 'barcode']
    .map((by) => `select distinct '${by}', v.${by} from catalogue.variants v where ${condition} and ${isShared(`v.${by}`)}`)
    .join(' union all ')

/** The stores with products, and their numbers of products and variants. */
export const filledPartitions = `(select s.number, s.store, sum(c.products)::integer as products, sum(c.variants)::integer as variants
  from catalogue.stores s join catalogue.counts c on c.store = s.number group by s.number having sum(c.products) > 0)`

// The identity of a copy is made with its tables. Of a store: the currency that its codes were compared with, and the product up to which they are compared: those behind it are to be. Null: none are. `edition`: how often its products were written.
const tables = [
  'create table catalogue.form (version integer not null, identity text not null)',
  `create table catalogue.stores (
    number integer generated always as identity primary key,
    store ${text} not null unique,
    currency text,
    compared_to bigint,
    edition bigint not null default 0
  )`,
  `create table catalogue.counts (
    store integer not null,
    status text not null,
    products integer not null,
    variants integer not null,
    "out" integer not null,
    primary key (store, status)
  )`,
  'create sequence catalogue.product_ids',
  `create table catalogue.products (
    store integer not null,
    id bigint not null,
    ${Object.entries(copiedColumnTypes)
      .map(([name, type]) => `${name} ${type}`)
      .join(', ')}
  ) partition by list (store)`,
  'create unique index on catalogue.products (store, key)',
  'create unique index on catalogue.products (store, id)',
  `create index on catalogue.products (handle) where ${isShared('handle')}`,
  ...sortIndexes,
  `create index on catalogue.products (stock, id) where ${isLeft()}`,
  `create table catalogue.variants (
    product bigint not null,
    store integer not null,
    position integer not null,
    id text not null,
    title text not null,
    sku ${text},
    barcode ${text},
    price text not null,
    compare_at text,
    stock integer,
    primary key (product, position)
  )`,
  // Codes whose variants are to be compared, and the clashes among those of all stores. Two stores may note one code at once, so it may stand twice.
  `create table catalogue.unjudged (id bigint generated always as identity primary key, by text not null, code ${text} not null)`,
  `create table catalogue.clashes (by text not null, kind text not null, code ${text} not null, primary key (by, kind, code))`,
  'create index on catalogue.clashes (by, code)',
  // The variants of one code are read in pages, in this order.
  `create index on catalogue.variants (sku, product, position) where ${isShared('sku')}`,
  `create index on catalogue.variants (barcode, product, position) where ${isShared('barcode')}`,
]

/** What has changed, by the stores' own ids: the numbers of stores are of one form of the copy. */
const changeTables = [
  `create table if not exists catalogue.${changesTable} (
    id bigint generated always as identity primary key,
    store ${text} not null,
    key ${text} not null,
    title text not null,
    kind text not null,
    variant text,
    before text,
    after text,
    currency text,
    at bigint not null
  )`,
  `create index if not exists ${changesTable}_by_time on catalogue.${changesTable} (at, id)`,
  `create index if not exists ${changesTable}_of_product on catalogue.${changesTable} (key, at, id)`,
]

/** The last form whose changes were in another table, and the statement that takes them over. */
const earlierChanges = {
  form: 5,
  statement: `insert into catalogue.${changesTable} (store, key, title, kind, variant, before, after, at)
    select s.store, c.key, c.title, c.kind, c.variant, c.before, c.after, c.at
    from catalogue.changes c join catalogue.stores s on s.number = c.store order by c.id`,
}

const tableOf = (store: number) => `catalogue.products_${store}`

/** Runs a transaction in which no other process makes or drops tables of the copy. */
async function lockedTables<T>(client: Client | PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock($1)', [tablesLock])
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** The schema of the extension that finds parts of words. Null: it is not there. */
async function trigramSchema(client: Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_extension join pg_namespace n on n.oid = extnamespace where extname = 'pg_trgm'`,
  )
  return rows[0]?.name ?? null
}

/** Makes the extension where it is missing and this server has it and lets us. */
async function addTrigrams(client: Client) {
  if ((await trigramSchema(client)) !== null) return
  await client.query('savepoint trigrams')
  try {
    await client.query('create extension pg_trgm with schema catalogue')
  } catch (error) {
    const isRefused = codesOf(error).some((code) => ['42501', '58P01', '0A000'].includes(code))
    if (!isRefused) throw error
    await client.query('rollback to savepoint trigrams')
  }
}

/** Without the extension, searches read all products of the stores. */
async function addWordIndex(client: Client) {
  const trigrams = await trigramSchema(client)
  // Words that wait for their place in the index are searched one by one.
  if (trigrams !== null)
    await client.query(`create index on catalogue.products using gin (text ${trigrams}.gin_trgm_ops) with (gin_pending_list_limit = 256)`)
}

async function formOf(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ is_there: boolean }>(`select to_regclass('catalogue.form') is not null as is_there`)
  if (!rows[0]?.is_there) return null
  const found = await client.query<{ version: number }>('select version from catalogue.form')
  return found.rows[0]?.version ?? null
}

/** One after the other, because Postgres has room for the locks of some hundred tables only. */
async function dropStoreTables(client: Client) {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'catalogue' and tablename ~ '^products_\\d+$'`,
  )
  for (const { name } of rows) await client.query(`drop table if exists catalogue.${name}`)
}

/** Drops all tables but that of the changes. */
async function emptySchema(client: Client) {
  const { rows } = await client.query<{ sql: string }>(
    `select format('drop table if exists catalogue.%I cascade', tablename) as sql from pg_tables
     where schemaname = 'catalogue' and tablename <> '${changesTable}'
     union all select 'drop sequence if exists catalogue.product_ids'`,
  )
  for (const { sql } of rows.toSorted((one, other) => (one.sql < other.sql ? 1 : -1))) await client.query(sql)
}

/** One that an administrator has made stays: its owner may not make another. */
async function makeSchema(client: Client) {
  const { rowCount } = await client.query(`select from pg_namespace where nspname = 'catalogue'`)
  if (rowCount === 0) await client.query('create schema catalogue')
}

/** Returns why the schema cannot be made; null: it is there. */
async function prepare(client: Client): Promise<string | null> {
  const refusal = await copyRefusal(client)
  if (refusal !== null) return refusal
  const form = await formOf(client)
  if (form === postgresForm) {
    // The extension was made since.
    if (!(await isWordIndexed(client)) && (await trigramSchema(client)) !== null)
      await lockedTables(client, async () => (await isWordIndexed(client)) || addWordIndex(client))
    return null
  }
  if (form !== null) await dropStoreTables(client)
  await lockedTables(client, async () => {
    const present = await formOf(client)
    if (present === postgresForm) return
    await makeSchema(client)
    for (const statement of changeTables) await client.query(statement)
    if (present === earlierChanges.form) await client.query(earlierChanges.statement)
    await emptySchema(client)
    for (const statement of tables) await client.query(statement)
    await addTrigrams(client)
    await addWordIndex(client)
    await client.query('insert into catalogue.form (version, identity) values ($1, $2)', [postgresForm, randomUUID()])
  })
  return null
}

/** Makes the schema of the copy where it is missing or of another form, on one machine at a time. Throws CopyRefused. */
export async function prepareSchema(url: string): Promise<void> {
  const refusal = await unlessAway(() =>
    withClient(url, async (client) => {
      try {
        return await prepare(client)
      } catch (error) {
        if (codesOf(error).includes('42501')) return 'The schema of the copy of the catalogues belongs to another user'
        throw error
      }
    }),
  )
  if (refusal !== null) throw new CopyRefused(refusal)
}

/** Makes the table of a store, if no other process does. */
export const addCopiedStore = (client: PoolClient, storeId: string): Promise<void> =>
  lockedTables(client, async () => {
    const { rows } = await client.query<{ number: number }>(
      'insert into catalogue.stores (store) values ($1) on conflict do nothing returning number',
      [storeId],
    )
    for (const { number } of rows)
      await client.query(`create table ${tableOf(number)} partition of catalogue.products for values in (${number})`)
  })

/** Drops the table of a store with all its products. */
export const dropStore = (client: PoolClient, storeId: string): Promise<void> =>
  lockedTables(client, async () => {
    const { rows } = await client.query<{ number: number }>('delete from catalogue.stores where store = $1 returning number', [storeId])
    for (const { number } of rows) {
      await client.query('delete from catalogue.counts where store = $1', [number])
      await client.query(`insert into catalogue.unjudged (by, code) ${codesOfVariants(`v.product in (select id from ${tableOf(number)})`)}`)
      await client.query(`delete from catalogue.variants where product in (select id from ${tableOf(number)})`)
      await client.query(`drop table ${tableOf(number)}`)
    }
  })
