import type { PoolClient } from 'pg'
import { countChanges, summedChanges, type CountChange } from '#drizzle/catalogue/counts.ts'
import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'
import { added, productDifferences, gone } from '#drizzle/catalogue/differences.ts'
import { comparedVariants, insertChanges, deleteChangesOf, type ChangedProduct, type Telling } from '#drizzle/catalogue/postgres-changes.ts'
import { transaction, type CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { addCopiedStore, dropStore, copiedColumnTypes } from '#drizzle/catalogue/postgres-schema.ts'
import { insertUnjudged, noteFrom } from '#drizzle/catalogue/postgres-unjudged.ts'
import { idKey, isNewer, keptProduct, newestOf, type KeptProduct } from '#drizzle/catalogue/rows.ts'

type Kept = {
  key: string
  id: string
  title: string
  status: string
  stock: number | null
  isOut: boolean
  updated: number | null
  read_at: number
  digest: number
  variants: number
}
type Change = { id: string; product: KeptProduct; kept: Kept | undefined }
/** `store`: its number. `isFirst`: of a first reading, whose changes are not kept. */
type Writing = { store: number; readAt: number; isFirst: boolean; telling: Telling }

const names = Object.keys(copiedColumnTypes).join(', ')
const typed = Object.entries(copiedColumnTypes)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

const rowOf = ({ id, product }: Change, readAt: number) => ({
  id,
  key: idKey(product.productId),
  read_at: readAt,
  created: product.created,
  updated: product.updated,
  digest: product.digest,
  price: product.price,
  stock: product.stock,
  variants: product.variants.length,
  is_out: product.isOut,
  title: product.title,
  handle: product.handle,
  image: product.image,
  status: product.status,
  vendor: product.vendor,
  type: product.productType,
  tags: JSON.parse(product.tags) as unknown,
  price_min: product.priceMin,
  price_max: product.priceMax,
  title_key: product.titleKey,
  status_key: product.statusKey,
  vendor_key: product.vendorKey,
  type_key: product.typeKey,
  text: product.text,
})

const variantRows = ({ id, product }: Change) =>
  product.variants.map((variant, position) => ({
    product: id,
    position,
    id: variant.id,
    title: variant.title,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compare_at: variant.compareAtPrice,
    stock: variant.stock,
  }))

/** The number of a store, whose products nobody else writes until the end of the transaction, and whose lists are others then. Null: it has none. */
async function lockedStore(client: PoolClient, storeId: string): Promise<number | null> {
  const { rows } = await client.query<{ number: number }>(
    'update catalogue.stores set edition = edition + 1 where store = $1 returning number',
    [storeId],
  )
  return rows[0]?.number ?? null
}

async function keptOf(client: PoolClient, store: number, productIds: readonly string[]): Promise<Map<string, Kept>> {
  const { rows } = await client.query<Kept>(
    `select key, id::text as id, title, status, stock::float8 as stock, is_out as "isOut", updated::float8 as updated, read_at::float8 as read_at, digest::float8 as digest, variants
     from catalogue.products where store = $1 and key = any($2)`,
    [store, productIds.map(idKey)],
  )
  return new Map(rows.map((kept) => [kept.key, kept]))
}

async function nextIds(client: PoolClient, count: number): Promise<string[]> {
  if (count === 0) return []
  const { rows } = await client.query<{ id: string }>(
    `select nextval('catalogue.product_ids')::text as id from generate_series(1, $1::integer)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function removeRows(client: PoolClient, store: number, ids: readonly string[]) {
  if (ids.length === 0) return
  await insertUnjudged(client, ids)
  await client.query('delete from catalogue.variants where product = any($1::bigint[])', [ids])
  await client.query('delete from catalogue.products where store = $1 and id = any($2::bigint[])', [store, ids])
}

async function addRows(client: PoolClient, store: number, changes: readonly Change[], readAt: number) {
  await client.query(
    `insert into catalogue.products (store, id, ${names}) select $1, id, ${names} from json_to_recordset($2) as r (id bigint, ${typed})`,
    [store, JSON.stringify(changes.map((change) => rowOf(change, readAt)))],
  )
  const variants = 'product, position, id, title, sku, barcode, price, compare_at, stock'
  await client.query(
    `insert into catalogue.variants (store, ${variants}) select $1, ${variants} from json_to_recordset($2)
     as r (product bigint, position integer, id text, title text, sku text, barcode text, price text, compare_at text, stock integer)`,
    [store, JSON.stringify(changes.flatMap(variantRows))],
  )
}

async function noteCounts(client: PoolClient, store: number, changes: readonly CountChange[]) {
  const summed = summedChanges(changes)
  if (summed.length === 0) return
  await client.query(
    `insert into catalogue.counts as c (store, status, products, variants, out)
     select $1, status, products, variants, out from json_to_recordset($2)
     as r (status text, products integer, variants integer, out integer)
     on conflict (store, status) do update set products = c.products + excluded.products, variants = c.variants + excluded.variants,
       out = c.out + excluded.out`,
    [store, JSON.stringify(summed)],
  )
}

const counted = ({ status, isOut, variants }: KeptProduct) => ({ status, isOut, variants: variants.length })

/** What has changed of products, compared with what is there. */
async function changesOf(client: PoolClient, changes: readonly Change[], replaced: readonly string[]): Promise<ChangedProduct[]> {
  const variants = await comparedVariants(client, replaced)
  return changes.map(({ product, kept }) => ({
    key: idKey(product.productId),
    title: product.title,
    differences: kept ? productDifferences({ ...kept, variants: variants.get(kept.id) ?? [] }, product) : added,
  }))
}

/** Writes products, each of which is there once, into a locked store. Returns the number of changes. */
async function writeInto(
  client: PoolClient,
  { store, readAt, isFirst, telling }: Writing,
  products: readonly KeptProduct[],
): Promise<number> {
  const there = await keptOf(
    client,
    store,
    products.map(({ productId }) => productId),
  )
  const known = (product: KeptProduct) => there.get(idKey(product.productId))
  const due = products.filter((product) => {
    const kept = known(product)
    return !kept || !isNewer({ updated: kept.updated, readAt: kept.read_at }, { updated: product.updated, readAt })
  })
  const [same, changed] = [
    due.filter((product) => known(product)?.digest === product.digest),
    due.filter((product) => known(product)?.digest !== product.digest),
  ]
  if (same.length > 0)
    await client.query('update catalogue.products set read_at = $3 where store = $1 and id = any($2::bigint[]) and read_at < $3', [
      store,
      same.flatMap((product) => known(product)?.id ?? []),
      readAt,
    ])
  if (changed.length === 0) return 0
  const fresh = await nextIds(client, changed.filter((product) => !known(product)).length)
  const left = fresh.values()
  const changes = changed.map((product): Change => {
    const kept = known(product)
    return { id: kept?.id ?? left.next().value ?? '', product, kept }
  })
  const replaced = changes.flatMap(({ kept }) => kept?.id ?? [])
  if (!isFirst) await insertChanges(client, telling, await changesOf(client, changes, replaced))
  await removeRows(client, store, replaced)
  await addRows(client, store, changes, readAt)
  const [first] = fresh
  if (isFirst && first !== undefined) await noteFrom(client, store, first)
  await insertUnjudged(client, isFirst ? replaced : [...replaced, ...fresh])
  await noteCounts(
    client,
    store,
    changes.flatMap(({ product, kept }) => countChanges(kept, counted(product))),
  )
  return changes.length
}

export const postgresWrites = ({ onOne, rows }: CopyPool): Pick<CatalogueCopy, 'write' | 'remove' | 'drop'> => ({
  async write(storeId, products, readAt, { isFirst = false, currency = null, now = () => readAt } = {}) {
    const kept = newestOf(products.map(keptProduct))
    if (kept.length === 0) return 0
    return onOne(async (client) => {
      for (;;) {
        const count = await transaction(client, async () => {
          const store = await lockedStore(client, storeId)
          return store === null
            ? null
            : writeInto(client, { store, readAt, isFirst, telling: { store: storeId, at: now(), currency } }, kept)
        })
        if (count !== null) return count
        await addCopiedStore(client, storeId)
      }
    })
  },

  remove: (storeId, productIds, readAt, { isFirst = false, now = () => readAt } = {}) =>
    onOne((client) =>
      transaction(client, async () => {
        const store = await lockedStore(client, storeId)
        if (store === null) return
        const old = [...(await keptOf(client, store, productIds)).values()].filter((kept) => kept.read_at <= readAt)
        if (!isFirst)
          await insertChanges(
            client,
            { store: storeId, at: now(), currency: null },
            old.map((kept) => ({ ...kept, differences: gone })),
          )
        await removeRows(
          client,
          store,
          old.map(({ id }) => id),
        )
        await noteCounts(
          client,
          store,
          old.flatMap((kept) => countChanges(kept, null)),
        )
      }),
    ),

  async drop(storeId, { withChanges = false } = {}) {
    // First, because nobody would ask for it again where the products are gone.
    if (withChanges) await deleteChangesOf({ rows }, storeId)
    await onOne((client) => dropStore(client, storeId))
  },
})
