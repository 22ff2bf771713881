import type { CatalogueCopy, CopyCount, CopyVariant, CopyVersion, FoundProduct, SameBy } from '#drizzle/catalogue/copy.ts'
import { inParts } from '#drizzle/catalogue/postgres-parts.ts'
import type { CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { filledPartitions, isShared } from '#drizzle/catalogue/postgres-schema.ts'
import { foundProduct, idKey, sharedCodes, shownSkus, type ShownRow } from '#drizzle/catalogue/rows.ts'

/** A product by its store's number and its own id. */
export type Located = { store: number; id: string }

type Row = ShownRow & { id: string; number: number; skus: (string | null)[] }
type VariantRow = Omit<CopyVariant, 'compareAtPrice'> & { product: string; compare_at: string | null }

const shown = `p.id::text as id, p.store as number, s.store, substr(p.key, 2) as product_id, p.title, p.handle, p.image, p.status, p.vendor,
  p.type, p.tags::text as tags, p.created::float8 as created, p.updated::float8 as updated, p.price_min, p.price_max,
  p.stock::float8 as stock, p.variants,
  array(select v.sku from catalogue.variants v where v.product = p.id order by v.position limit ${shownSkus.among}) as skus`

/** The products at their places, in their order, without those that are gone. */
async function rowsAt({ rows }: CopyPool, places: readonly Located[]): Promise<Row[]> {
  const byStore = Map.groupBy(places, ({ store }) => store)
  const found = await inParts([...byStore], (part) => {
    const [stores, ids] = [part.map(([store]) => store), part.flatMap(([, some]) => some.map(({ id }) => id))]
    return rows<Row>(
      `select ${shown} from catalogue.products p join catalogue.stores s on s.number = p.store
       where p.store = any($1::integer[]) and p.id = any($2::bigint[])`,
      [stores, ids],
    )
  })
  const byId = new Map(found.map((row) => [row.id, row]))
  return places.flatMap(({ id }) => byId.get(id) ?? [])
}

export async function showPlaces(pool: CopyPool, places: readonly Located[]): Promise<FoundProduct[]> {
  const rows = await rowsAt(pool, places)
  return rows.map((row) => foundProduct(row, row.skus))
}

type Whole = FoundProduct & { variants: CopyVariant[] }

async function withVariants({ rows }: CopyPool, products: readonly Row[]): Promise<Whole[]> {
  const found = await rows<VariantRow>(
    `select product::text as product, id, title, sku, barcode, price, compare_at, stock from catalogue.variants
     where product = any($1::bigint[]) order by product, position`,
    [products.map(({ id }) => id)],
  )
  return products.map((row) => ({
    ...foundProduct(row, row.skus),
    variants: found
      .filter(({ product }) => product === row.id)
      .map(({ compare_at: compareAtPrice, id, title, sku, barcode, price, stock }) => ({
        id,
        title,
        sku,
        barcode,
        price,
        compareAtPrice,
        stock,
      })),
  }))
}

async function rowOfProduct({ rows }: CopyPool, storeId: string, productId: string): Promise<Row | undefined> {
  const [store] = await rows<{ number: number }>('select number from catalogue.stores where store = $1', [storeId])
  if (!store) return undefined
  const [row] = await rows<Row>(
    `select ${shown} from catalogue.products p join catalogue.stores s on s.number = p.store where p.store = $1 and p.key = $2`,
    [store.number, idKey(productId)],
  )
  return row
}

/** Those that share most are first, then the newest. */
const same = `
  with shared as materialized (
    select store, product as id, 'sku' as what from catalogue.variants where store = any($1::integer[]) and sku = any($2) and ${isShared('sku')}
    union select store, product, 'barcode' from catalogue.variants
      where store = any($1::integer[]) and barcode = any($3) and ${isShared('barcode')}
    union select store, id, 'handle' from catalogue.products where store = any($1::integer[]) and handle = any($4) and ${isShared('handle')}
  ), most as materialized (
    select store, id, array_agg(what) as whats from shared where id <> $5 group by store, id
  )
  select m.store, m.id::text as id, m.whats, p.created::float8 as created from most m join catalogue.products p on p.store = m.store and p.id = m.id
  where p.store = any($1::integer[]) order by cardinality(m.whats) desc, p.created desc nulls last, m.id desc limit $6`

type Same = Located & { whats: string[]; created: number | null }

/** As \`same\` orders. */
const bySharing = (one: Same, other: Same): number =>
  other.whats.length - one.whats.length ||
  (other.created ?? Number.NEGATIVE_INFINITY) - (one.created ?? Number.NEGATIVE_INFINITY) ||
  Number(BigInt(other.id) - BigInt(one.id))

const bySame: readonly SameBy[] = ['sku', 'barcode', 'handle']

export const postgresReads = (
  pool: CopyPool,
): Pick<CatalogueCopy, 'stores' | 'ids' | 'version' | 'sizes' | 'counts' | 'find' | 'same'> => ({
  async stores() {
    const rows = await pool.rows<{ store: string }>(`select store from ${filledPartitions} s`)
    return rows.map(({ store }) => store)
  },

  async ids(storeId, after, limit) {
    const [store] = await pool.rows<{ number: number }>('select number from catalogue.stores where store = $1', [storeId])
    if (!store) return []
    return pool.rows<{ productId: string; updatedAt: number | null }>(
      `select substr(key, 2) as "productId", updated::float8 as "updatedAt" from catalogue.products
       where store = $1 and key > $2 order by key limit $3`,
      [store.number, after === null ? '' : idKey(after), limit],
    )
  },

  async version(storeId, productId) {
    const [store] = await pool.rows<{ number: number }>('select number from catalogue.stores where store = $1', [storeId])
    if (!store) return null
    const [found] = await pool.rows<CopyVersion>(
      'select updated::float8 as "updatedAt", read_at::float8 as "readAt" from catalogue.products where store = $1 and key = $2',
      [store.number, idKey(productId)],
    )
    return found ?? null
  },

  async sizes(storeIds) {
    const rows = await pool.rows<{ store: string; products: number; variants: number }>(
      `select store, products, variants from ${filledPartitions} s where store = any($1)`,
      [storeIds],
    )
    return new Map(rows.map(({ store, products, variants }) => [store, { products, variants }]))
  },

  counts: (storeIds) =>
    pool.rows<CopyCount>(
      `select s.store as "storeId", c.status, c.products, c.variants, c.out from catalogue.counts c join catalogue.stores s on s.number = c.store
       where s.store = any($1) and c.products > 0 order by s.store, c.status`,
      [storeIds],
    ),

  async find(storeId, productId) {
    const row = await rowOfProduct(pool, storeId, productId)
    const [product] = row ? await withVariants(pool, [row]) : []
    return product ?? null
  },

  async same({ storeId, productId }, storeIds, limit) {
    const row = await rowOfProduct(pool, storeId, productId)
    const [product] = row ? await withVariants(pool, [row]) : []
    if (!row || !product) return []
    const numbers = await pool.rows<{ number: number }>('select number from catalogue.stores where store = any($1)', [storeIds])
    const codes = [
      sharedCodes(product.variants.map(({ sku }) => sku)),
      sharedCodes(product.variants.map(({ barcode }) => barcode)),
      sharedCodes([product.handle]),
    ]
    const sharing = await inParts(numbers, (part) => pool.rows<Same>(same, [part.map(({ number }) => number), ...codes, row.id, limit]))
    const others = sharing.toSorted(bySharing).slice(0, limit)
    const wholes = await rowsAt(pool, others)
    const found = await withVariants(pool, wholes)
    return found.map((one, index) => {
      const whats = others.find(({ id }) => id === wholes[index]?.id)?.whats ?? []
      return { ...one, by: bySame.filter((what) => whats.includes(what)) }
    })
  },
})
