import { setImmediate } from 'node:timers/promises'
import { countChanges, summedChanges, type CountChange } from '#drizzle/catalogue/counts.ts'
import { noteAdded, noteCodes } from '#drizzle/catalogue/sqlite-clashes.ts'
import { lastProduct } from '#drizzle/catalogue/sqlite-scopes.ts'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { added, productDifferences, gone } from '#drizzle/catalogue/differences.ts'
import { isNewer, keptProduct, newestOf, type KeptProduct } from '#drizzle/catalogue/rows.ts'
import { noteDifferences, removeChangesOf } from '#drizzle/catalogue/sqlite-changes.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { plainKey, productKey } from '#drizzle/catalogue/sqlite-ids.ts'

type Kept = {
  id: number
  title: string
  status: string
  stock: number | null
  is_out: number
  updated: number | null
  read_at: number
  digest: number
  variants: number
  text: string
}
type Removed = Pick<Kept, 'id' | 'text' | 'status' | 'is_out' | 'variants'>
/** `store`: its number. `isFirst`: of a first reading, whose changes are not kept. */
type Writing = { store: number; storeId: string; readAt: number; at: number; isFirst: boolean; currency: string | null }

/** Products that a store is dropped by in one transaction, so that others can write between. */
const dropAtOnce = 500

const columns =
  'read_at, created, updated, digest, price, stock, variants, is_out, title, handle, image, status, vendor, type, tags, price_min, price_max, status_key, type_key, text'
const names = columns.split(', ')
const insert = `insert into products (store, key, ${columns}) values (@store, @key, ${names.map((name) => `@${name}`).join(', ')})`
const update = `update products set ${names.map((name) => `${name} = @${name}`).join(', ')} where id = @id`

const valuesOf = (product: KeptProduct, readAt: number) => ({
  read_at: readAt,
  created: product.created,
  updated: product.updated,
  digest: product.digest,
  price: product.price,
  stock: product.stock,
  variants: product.variants.length,
  is_out: Number(product.isOut),
  title: product.title,
  handle: product.handle,
  image: product.image,
  status: product.status,
  vendor: product.vendor,
  type: product.productType,
  tags: product.tags,
  price_min: product.priceMin,
  price_max: product.priceMax,
  status_key: product.statusKey,
  type_key: product.typeKey,
  text: product.text,
})

function addText(statements: Statements, id: number | bigint, text: string) {
  statements.run('insert into words (rowid, text) values (@id, @text)', { id, text })
}

/** The list of the search keeps no texts, so it needs the old one to forget it. */
function forgetText(statements: Statements, id: number, text: string) {
  statements.run(`insert into words (words, rowid, text) values ('delete', @id, @text)`, { id, text })
}

function addVariants(statements: Statements, product: number | bigint, { variants }: KeptProduct) {
  for (const [position, variant] of variants.entries())
    statements.run(
      `insert into variants (product, position, id, title, sku, barcode, price, compare_at, stock)
       values (@product, @position, @id, @title, @sku, @barcode, @price, @compareAtPrice, @stock)`,
      { ...variant, product, position, id: plainKey(variant.id) },
    )
}

function removeVariants(statements: Statements, product: number) {
  noteCodes(statements, product)
  statements.run('delete from variants where product = @product', { product })
}

function storeNumber(statements: Statements, store: string): number | undefined {
  return statements.all<{ number: number }>('select number from stores where store = @store', { store })[0]?.number
}

function madeStoreNumber(statements: Statements, store: string): number {
  return storeNumber(statements, store) ?? Number(statements.run('insert into stores (store) values (@store)', { store }))
}

function noteCounts(statements: Statements, store: number, changes: readonly CountChange[]) {
  for (const change of summedChanges(changes))
    statements.run(
      `insert into counts (store, status, products, variants, out) values (@store, @status, @products, @variants, @out)
       on conflict do update set products = products + excluded.products, variants = variants + excluded.variants, out = out + excluded.out`,
      { store, ...change },
    )
}

const keptBy = (statements: Statements, store: number, productId: string) =>
  statements.all<Kept>(
    'select id, title, status, stock, is_out, updated, read_at, digest, variants, text from products where store = @store and key = @key',
    { store, key: productKey(productId) },
  )[0]

const comparedVariants = (statements: Statements, product: number) =>
  statements
    .all<{ id: number | string; title: string; sku: string | null; price: string }>(
      'select id, title, sku, price from variants where product = @product',
      { product },
    )
    .map((variant) => ({ ...variant, id: String(variant.id) }))

/** What has changed of a product, compared with what is there. */
const changesOf = (statements: Statements, kept: Kept | undefined, product: KeptProduct) =>
  kept ? productDifferences({ ...kept, variants: comparedVariants(statements, kept.id) }, product) : added

const countedAs = ({ status, isOut, variants }: KeptProduct) => ({ status, isOut, variants: variants.length })
const countedBefore = ({ status, is_out: isOut, variants }: Removed) => ({ status, isOut: isOut === 1, variants })

/** Its caller notes what a first reading adds. Returns null where what is there is as new and equal. */
function put(
  statements: Statements,
  { store, storeId, readAt, at, isFirst, currency }: Writing,
  product: KeptProduct,
): CountChange[] | null {
  const kept = keptBy(statements, store, product.productId)
  if (kept && isNewer({ updated: kept.updated, readAt: kept.read_at }, { updated: product.updated, readAt })) return null
  if (kept?.digest === product.digest) {
    statements.run('update products set read_at = @readAt where id = @id and read_at < @readAt', { id: kept.id, readAt })
    return null
  }
  const { productId, title } = product
  if (!isFirst) noteDifferences(statements, { store: storeId, productId, title, at, currency }, changesOf(statements, kept, product))
  const values = valuesOf(product, readAt)
  if (!kept) {
    const id = statements.run(insert, { store, key: productKey(productId), ...values })
    addText(statements, id, product.text)
    addVariants(statements, id, product)
    if (!isFirst) noteCodes(statements, id)
    return countChanges(undefined, countedAs(product))
  }
  if (kept.text !== product.text) {
    forgetText(statements, kept.id, kept.text)
    addText(statements, kept.id, product.text)
  }
  statements.run(update, { id: kept.id, ...values })
  removeVariants(statements, kept.id)
  addVariants(statements, kept.id, product)
  noteCodes(statements, kept.id)
  return countChanges(countedBefore(kept), countedAs(product))
}

function removeProduct(statements: Statements, kept: Removed): CountChange[] {
  forgetText(statements, kept.id, kept.text)
  removeVariants(statements, kept.id)
  statements.run('delete from products where id = @id', { id: kept.id })
  return countChanges(countedBefore(kept), null)
}

/** Removes some products of a store. Returns whether none is left. */
function dropSome(statements: Statements, storeId: string): boolean {
  const store = storeNumber(statements, storeId)
  if (store === undefined) return true
  const some = statements.all<Removed>('select id, text, status, is_out, variants from products where store = @store limit @limit', {
    store,
    limit: dropAtOnce,
  })
  noteCounts(
    statements,
    store,
    some.flatMap((kept) => removeProduct(statements, kept)),
  )
  if (some.length === dropAtOnce) return false
  statements.run('delete from counts where store = @store', { store })
  statements.run('delete from stores where number = @store', { store })
  return true
}

export const sqliteWrites = (file: CopyFile): Pick<CatalogueCopy, 'write' | 'remove' | 'drop'> => ({
  async write(storeId, products, readAt, { isFirst = false, currency = null, now = () => readAt } = {}) {
    const kept = newestOf(products.map(keptProduct))
    if (kept.length === 0) return 0
    return file.write((statements) => {
      const store = madeStoreNumber(statements, storeId)
      const writing = { store, storeId, readAt, at: now(), isFirst, currency }
      const before = lastProduct(statements)
      const changes = kept.flatMap((product) => {
        const change = put(statements, writing, product)
        return change ? [change] : []
      })
      noteCounts(statements, store, changes.flat())
      if (isFirst) noteAdded(statements, store, before)
      return changes.length
    })
  },

  async remove(storeId, productIds, readAt, { isFirst = false, now = () => readAt } = {}) {
    await file.write((statements) => {
      const store = storeNumber(statements, storeId)
      if (store === undefined) return
      const there = [...new Set(productIds)].flatMap((productId) => {
        const kept = keptBy(statements, store, productId)
        return kept ? { ...kept, productId } : []
      })
      const at = now()
      const old = there.filter((kept) => kept.read_at <= readAt)
      if (!isFirst)
        for (const { productId, title } of old) noteDifferences(statements, { store: storeId, productId, title, at, currency: null }, gone)
      noteCounts(
        statements,
        store,
        old.flatMap((kept) => removeProduct(statements, kept)),
      )
    })
  },

  async drop(storeId, { withChanges = false } = {}) {
    // First, because nobody would ask for it again where the products are gone.
    if (withChanges) await removeChangesOf(file, storeId)
    while (!(await file.write((statements) => dropSome(statements, storeId)))) await setImmediate()
  },
})
