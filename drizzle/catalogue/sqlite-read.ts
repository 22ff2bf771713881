import type { CatalogueCopy, CopyVariant, FoundProduct } from '#drizzle/catalogue/copy.ts'
import { foundProduct, sharedCodes, shownSkus, type ShownRow } from '#drizzle/catalogue/rows.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { productIdOf, productKey } from '#drizzle/catalogue/sqlite-ids.ts'

type Row = Omit<ShownRow, 'product_id'> & { id: number; key: number | string }
type VariantRow = Omit<CopyVariant, 'id' | 'compareAtPrice'> & { id: number | string; compare_at: string | null }

const shown = `p.id, p.key, s.store, p.title, p.handle, p.image, p.status, p.vendor, p.type, p.tags, p.created, p.updated, p.price_min, p.price_max,
  p.stock, p.variants`

const skusOf = (statements: Statements, product: number) =>
  statements
    .all<{ sku: string | null }>('select sku from variants where product = @product order by position limit @limit', {
      product,
      limit: shownSkus.among,
    })
    .map(({ sku }) => sku)

const foundOf = (statements: Statements, row: Row): FoundProduct =>
  foundProduct({ ...row, product_id: productIdOf(row.key) }, skusOf(statements, row.id))

/** The products of row ids, in their order, without those that are gone. */
export function showProducts(statements: Statements, ids: readonly number[]): FoundProduct[] {
  return ids.flatMap((id) => {
    const row = statements.all<Row>(`select ${shown} from products p join stores s on s.number = p.store where p.id = @id`, { id })[0]
    return row ? [foundOf(statements, row)] : []
  })
}

function variantsOf(statements: Statements, product: number): CopyVariant[] {
  const rows = statements.all<VariantRow>(
    'select id, title, sku, barcode, price, compare_at, stock from variants where product = @product order by position',
    { product },
  )
  return rows.map(({ id, compare_at: compareAtPrice, title, sku, barcode, price, stock }) => ({
    id: String(id),
    title,
    sku,
    barcode,
    price,
    compareAtPrice,
    stock,
  }))
}

type Whole = FoundProduct & { variants: CopyVariant[] }

/** A product with its variants, and its row id. */
function wholeOf(statements: Statements, storeId: string, productId: string): { id: number; product: Whole } | null {
  const row = statements.all<Row>(
    `select ${shown} from products p join stores s on s.number = p.store where s.store = @storeId and p.key = @key`,
    { storeId, key: productKey(productId) },
  )[0]
  return row ? { id: row.id, product: { ...foundOf(statements, row), variants: variantsOf(statements, row.id) } } : null
}

const sharing = `
  select product as id, 'sku' as what from variants where sku in (select value from json_each(@skus)) and sku <> ''
  union select product, 'barcode' from variants where barcode in (select value from json_each(@barcodes)) and barcode <> ''
  union select id, 'handle' from products where handle in (select value from json_each(@handles)) and handle <> ''`

/** Those that share most are first, then the newest. */
const same = `select p.id, p.key, s.store, group_concat(shared.what) as whats from (${sharing}) shared
  join products p on p.id = shared.id join stores s on s.number = p.store
  where p.id <> @id and s.store in (select value from json_each(@storeIds))
  group by p.id order by count(*) desc, p.created desc, p.id desc limit @limit`

export const sqliteReads = (file: CopyFile): Pick<CatalogueCopy, 'stores' | 'ids' | 'sizes' | 'find' | 'same'> => ({
  stores: () =>
    file.read((statements) => statements.all<{ store: string }>('select store from stores where products > 0').map(({ store }) => store)),

  ids: (storeId, after, limit) =>
    file.read((statements) => {
      const rows = statements.all<{ key: number | string; updated: number | null }>(
        `select p.key, p.updated from stores s join products p on p.store = s.number
         where s.store = @storeId ${after === null ? '' : 'and p.key > @after'} order by p.key limit @limit`,
        { storeId, limit, ...(after !== null && { after: productKey(after) }) },
      )
      return rows.map(({ key, updated }) => ({ productId: productIdOf(key), updatedAt: updated }))
    }),

  sizes: (storeIds) =>
    file.read((statements) => {
      const rows = statements.all<{ store: string; products: number; variants: number }>(
        'select store, products, variants from stores where products > 0 and store in (select value from json_each(@storeIds))',
        { storeIds: JSON.stringify(storeIds) },
      )
      return new Map(rows.map(({ store, products, variants }) => [store, { products, variants }]))
    }),

  find: (storeId, productId) => file.read((statements) => wholeOf(statements, storeId, productId)?.product ?? null),

  same: ({ storeId, productId }, storeIds, limit) =>
    file.read((statements) => {
      const found = wholeOf(statements, storeId, productId)
      if (!found) return []
      const { handle, variants } = found.product
      const rows = statements.all<{ key: number | string; store: string; whats: string }>(same, {
        id: found.id,
        skus: JSON.stringify(sharedCodes(variants.map(({ sku }) => sku))),
        barcodes: JSON.stringify(sharedCodes(variants.map(({ barcode }) => barcode))),
        handles: JSON.stringify(sharedCodes([handle])),
        storeIds: JSON.stringify(storeIds),
        limit,
      })
      return rows.flatMap(({ key, store, whats }) => {
        const other = wholeOf(statements, store, productIdOf(key))
        return other
          ? [{ ...other.product, by: (['sku', 'barcode', 'handle'] as const).filter((what) => whats.split(',').includes(what)) }]
          : []
      })
    }),
})
