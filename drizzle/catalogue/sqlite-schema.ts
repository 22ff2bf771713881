import { changesTable, isLeft, keyLength } from '#drizzle/catalogue/rows.ts'

/** The form of the tables. A file of another form is emptied. Raise it with every change of the tables or of what they hold. */
export const sqliteForm = 6

/** The columns that lists are sorted by. */
export const sortColumns = ['created', 'updated', 'title_key', 'status_key', 'price', 'stock', 'vendor_key', 'type_key'] as const
export type SortColumn = (typeof sortColumns)[number]

/** The index of a sort over all stores, and the one that begins with the store. Both end with the row id, as all of SQLite's do. */
export const indexOf = (column: SortColumn, isOfStore: boolean): string => `${isOfStore ? 'store' : 'all'}_by_${column}`

// `text` begins with the folded title and the folded vendor. So their sorts take no room in the rows.
const keyFrom = (text: string) => `nullif(substr(${text}, 1, min(${keyLength}, instr(${text}, char(10)) - 1)), '')`
const afterTitle = 'substr(text, instr(text, char(10)) + 1)'

/** Of the products that are out of stock. */
export const outIndex = 'out_by_status'

/** Of the few products that are in stock although the sum of their variants is not above 0. */
export const leftIndexOf = (isOfStore: boolean): string => `${isOfStore ? 'store' : 'all'}_by_left`

/** The stores with products, and their numbers of products and variants. */
export const filledStores = `(select s.number, s.store, sum(c.products) as products, sum(c.variants) as variants
  from stores s join counts c on c.store = s.number group by s.number having sum(c.products) > 0)`

/**
 * What has changed, by the stores' own ids: the numbers of stores are of one form of the copy. An id is never given twice, so that programs can tell by
 * it what they have seen.
 */
export const sqliteChangeTables = [
  `create table if not exists ${changesTable} (
    id integer primary key autoincrement,
    store text not null,
    key not null,
    title text not null,
    kind text not null,
    variant text,
    before text,
    after text,
    currency text,
    at integer not null
  )`,
  `create index if not exists ${changesTable}_by_time on ${changesTable} (at, id)`,
  `create index if not exists ${changesTable}_of_product on ${changesTable} (key, at, id)`,
]

/** The last form whose changes were in another table, and the statement that takes them over. */
export const sqliteEarlierChanges = {
  form: 4,
  statement: `insert into ${changesTable} (store, key, title, kind, variant, before, after, at)
    select s.store, c.key, c.title, c.kind, c.variant, c.before, c.after, c.at from changes c join stores s on s.number = c.store order by c.id`,
}

/**
 * Ids of products and variants are integers where they fit, else texts (see sqlite-ids.ts). Row ids of products ascend with their arrival:
 * the lists of the search grow by small steps then, and take a third of the room of those that ascend by creation. Of a store: the currency that its codes were compared
 * with, and the key of the product up to which they are compared: those of the products behind it are to be. Null: none are.
 */
export const sqliteTables = [
  `create table stores (
    number integer primary key,
    store text not null unique,
    currency text,
    noting
  )`,
  `create table counts (
    store integer not null,
    status text not null,
    products integer not null,
    variants integer not null,
    out integer not null,
    primary key (store, status)
  ) without rowid`,
  `create table products (
    id integer primary key,
    store integer not null,
    key not null,
    read_at integer not null,
    created integer,
    updated integer,
    digest integer not null,
    price integer,
    stock integer,
    variants integer not null,
    is_out integer not null,
    title text not null,
    handle text not null,
    image text,
    status text not null,
    vendor text not null,
    type text not null,
    tags text not null,
    price_min text,
    price_max text,
    status_key text,
    type_key text,
    text text not null,
    title_key text generated always as (${keyFrom('text')}) virtual,
    vendor_key text generated always as (${keyFrom(afterTitle)}) virtual
  )`,
  'create unique index products_of_store on products (store, key)',
  `create index products_by_handle on products (handle) where handle <> ''`,
  ...sortColumns.flatMap((column) => [
    `create index ${indexOf(column, false)} on products (${column})`,
    `create index ${indexOf(column, true)} on products (store, ${column})`,
  ]),
  `create index ${outIndex} on products (status_key) where is_out`,
  `create index ${leftIndexOf(false)} on products (stock) where ${isLeft()}`,
  `create index ${leftIndexOf(true)} on products (store, stock) where ${isLeft()}`,
  `create table variants (
    product integer not null,
    position integer not null,
    id not null,
    title text not null,
    sku text,
    barcode text,
    price text not null,
    compare_at text,
    stock integer,
    primary key (product, position)
  ) without rowid`,
  `create index variants_by_sku on variants (sku) where sku <> ''`,
  `create index variants_by_barcode on variants (barcode) where barcode <> ''`,
  // Codes whose variants are to be compared, and the clashes among those of all stores.
  'create table unjudged (by text not null, code text not null, primary key (by, code)) without rowid',
  'create table clashes (by text not null, kind text not null, code text not null, primary key (by, kind, code)) without rowid',
  'create index clashes_of_code on clashes (by, code)',
  // Without positions, it takes a third of the room. So a word is searched by its groups of three letters, and then tested.
  `create virtual table words using fts5(text, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1')`,
]
