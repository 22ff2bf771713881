import type { CatalogueCopy, CopyCount, CopyVariant, FoundProduct, CopyVersion } from '#drizzle/catalogue/copy.ts'
import { foundProduct, sharedCodes, shownSkus, type ShownRow } from '#drizzle/catalogue/rows.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { filledStores } from '#drizzle/catalogue/sqlite-schema.ts'
import { productIdOf, productKey } from '#drizzle/catalogue/sqlite-ids.ts'

/** `skus`: JSON. */
type Row = Omit<ShownRow, 'product_id'> & { id: number; key: number | string; skus: string }
type VariantRow = Omit<CopyVariant, 'id' | 'compareAtPrice'> & { id: number | string; compare_at: string | null }

const shown = `p.id, p.key, s.store, p.title, p.handle, p.image, p.status, p.vendor, p.type, p.tags, p.created, p.updated, p.price_min, p.price_max,
  p.stock, p.variants,
  (select json_group_array(sku) from (select sku from variants where product = p.id order by position limit ${shownSkus.among})) as skus`

const foundOf = ({ skus, ...row }: Row): FoundProduct =>
  foundProduct({ ...row, product_id: productIdOf(row.key) }, JSON.parse(skus) as (string | null)[])

/** The products of row ids, in their order, without those that are gone. */
export function showProducts(statements: Statements, ids: readonly number[]): FoundProduct[] {
  const rows = statements.all<Row>(
    `select ${shown} from json_each(@ids) wanted cross join products p cross join stores s
     where p.id = wanted.value and s.number = p.store order by wanted.key`,
    { ids: JSON.stringify(ids) },
  )
  return rows.map(foundOf)
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
  return row ? { id: row.id, product: { ...foundOf(row), variants: variantsOf(statements, row.id) } } : null
}

const sharing = `
  select product as id, 'sku' as what from variants where sku in (select value from json_each(@skus)) and sku <> ''
  union select product, 'barcode' from variants where barcode in (select value from json_each(@barcodes)) and barcode <> ''
  union select id, 'handle' from products where handle in (select value from json_each(@handles)) and handle <> ''`

/** Those that share most are first, then the newest. Cross joins are carried out in this order: the stores have far more products. */
const same = `select p.id, p.key, s.store, group_concat(shared.what) as whats from (${sharing}) shared
  cross join products p cross join stores s
  where p.id = shared.id and s.number = p.store and p.id <> @id and s.store in (select value from json_each(@storeIds))
  group by p.id order by count(*) desc, p.created desc, p.id desc limit @limit`

export const sqliteReads = (file: CopyFile): Pick<CatalogueCopy, 'stores' | 'ids' | 'version' | 'sizes' | 'counts' | 'find' | 'same'> => ({
  stores: () => file.read((statements) => statements.all<{ store: string }>(`select store from ${filledStores}`).map(({ store }) => store)),

  ids: (storeId, after, limit) =>
    file.read((statements) => {
      const rows = statements.all<{ key: number | string; updated: number | null }>(
        `select p.key, p.updated from stores s join products p on p.store = s.number
         where s.store = @storeId ${after === null ? '' : 'and p.key > @after'} order by p.key limit @limit`,
        { storeId, limit, ...(after !== null && { after: productKey(after) }) },
      )
      return rows.map(({ key, updated }) => ({ productId: productIdOf(key), updatedAt: updated }))
    }),

  version: (storeId, productId) =>
    file.read((statements) => {
      const [found] = statements.all<CopyVersion>(
        `select p.updated as updatedAt, p.read_at as readAt from stores s join products p on p.store = s.number
         where s.store = @storeId and p.key = @key`,
        { storeId, key: productKey(productId) },
      )
      return found ?? null
    }),

  sizes: (storeIds) =>
    file.read((statements) => {
      const rows = statements.all<{ store: string; products: number; variants: number }>(
        `select store, products, variants from ${filledStores} where store in (select value from json_each(@storeIds))`,
        { storeIds: JSON.stringify(storeIds) },
      )
      return new Map(rows.map(({ store, products, variants }) => [store, { products, variants }]))
    }),

  counts: (storeIds) =>
    file.read((statements) =>
      statements.all<CopyCount>(
        `select s.store as storeId, c.status, c.products, c.variants, c.out from counts c join stores s on s.number = c.store
         where s.store in (select value from json_each(@storeIds)) and c.products > 0 order by s.store, c.status`,
        { storeIds: JSON.stringify(storeIds) },
      ),
    ),

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
