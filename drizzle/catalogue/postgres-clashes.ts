import type { PoolClient } from 'pg'
import type { CatalogueCopy, ClashMemberQuery } from '#drizzle/catalogue/copy.ts'
import { comparedAtMost, keptClashes, type ClashCode, type ClashMember, type ClashRule } from '#shared/clash-rules.ts'
import { inParts } from '#drizzle/catalogue/postgres-parts.ts'
import { transaction, withoutLocks, type CopyPool } from '#drizzle/catalogue/postgres-pool.ts'
import { membersAtOnce } from '#drizzle/catalogue/rows.ts'
import { isShared } from '#drizzle/catalogue/postgres-schema.ts'
import { codesOfProducts, dueProducts, keepCompared, keepCurrencies } from '#drizzle/catalogue/postgres-unjudged.ts'

/** Codes whose variants are held at once. A transaction compares those that were noted, and about as many of products. */
const judgedAtOnce = 1_000

/** Two processes must not compare at once: the earlier state of a code could be kept last. An arbitrary number. */
const judgingLock = 7_203_513

type VariantRow = Pick<ClashMember, 'variant' | 'sku' | 'barcode' | 'price' | 'stock'> & {
  code: string
  number: number
  product: string
  id: string
}
type ProductRow = Pick<ClashMember, 'productId' | 'title' | 'status' | 'storeId'> & { id: string }
type Row = { code: string; member: ClashMember }

type Reads = Pick<CopyPool, 'rows'>

/** Reads on the connection of a transaction. A second one might never come: with others that do the same, the pool could be empty. */
const readsOn = (client: PoolClient): Reads => ({
  rows: <T extends Record<string, unknown>>(sql: string, values: readonly unknown[] = []) =>
    withoutLocks(client, async () => (await client.query<T>(sql, [...values])).rows),
})

/** @param ofStores a condition on `v.store`, with values from $2 on */
const variantsWith = (by: ClashCode, ofStores: string) => `
  select c.code, v.store as number, v.product::text as product, v.id, v.title as variant, v.sku, v.barcode, v.price, v.stock
  from unnest($1::text[]) c (code)
  cross join lateral (
    select * from catalogue.variants v where v.${by} = c.code collate "C" and ${isShared(`v.${by}`)} ${ofStores} limit ${comparedAtMost}
  ) v`

/** The variants that have the codes. @param given the numbers of stores. Default: of all stores */
async function membersOf({ rows }: Reads, by: ClashCode, codes: readonly string[], given?: readonly number[]): Promise<Row[]> {
  const ofStores = given ? 'and v.store = any($2::integer[])' : ''
  return withProducts({ rows }, await rows<VariantRow>(variantsWith(by, ofStores), given ? [codes, given] : [codes]))
}

/** The variants with their products, but for those that were removed in between. */
async function withProducts({ rows }: Reads, variants: readonly VariantRow[]): Promise<Row[]> {
  const products = await inParts([...Map.groupBy(variants, ({ number }) => number)], (part) =>
    rows<ProductRow>(
      `select p.id::text as id, s.store as "storeId", substr(p.key, 2) as "productId", p.title, p.status
       from catalogue.products p join catalogue.stores s on s.number = p.store
       where p.store = any($1::integer[]) and p.id = any($2::bigint[])`,
      [part.map(([number]) => number), [...new Set(part.flatMap(([, some]) => some.map(({ product }) => product)))]],
    ),
  )
  const byId = new Map(products.map(({ id, ...product }) => [id, product]))
  return variants.flatMap(({ code, product: productId, id: variantId, variant, sku, barcode, price, stock }) => {
    const product = byId.get(productId)
    return product ? [{ code, member: { ...product, variantId, variant, sku, barcode, price, stock } }] : []
  })
}

async function memberPage(pool: Reads, { by, code, storeIds, after }: ClashMemberQuery) {
  const variants = await pool.rows<VariantRow & { position: number }>(
    `select v.sku as code, v.store as number, v.product::text as product, v.position, v.id, v.title as variant, v.sku, v.barcode, v.price, v.stock
     from catalogue.variants v where v.${by} = $1 and ${isShared(`v.${by}`)} and v.store = any($2::integer[])
     and (v.product, v.position) > ($3::bigint, $4::integer) order by v.product, v.position limit ${membersAtOnce}`,
    [code, await numbersOf(pool, storeIds), after?.product ?? '0', after?.position ?? 0],
  )
  const last = variants.length < membersAtOnce ? undefined : variants.at(-1)
  return {
    members: (await withProducts(pool, variants)).map(({ member }) => member),
    next: last ? { product: last.product, position: last.position } : null,
    read: variants.length,
  }
}

async function numbersOf({ rows }: Reads, storeIds: readonly string[]): Promise<number[]> {
  const found = await rows<{ number: number }>('select number from catalogue.stores where store = any($1)', [storeIds])
  return found.map(({ number }) => number)
}

/** The variants of each code, in the order of the codes. */
function byCode(codes: readonly string[], rows: readonly Row[]): Map<string, ClashMember[]> {
  const found = new Map<string, ClashMember[]>(codes.map((code) => [code, []]))
  for (const { code, member } of rows) found.get(code)?.push(member)
  return found
}

/** Compares the variants of codes, and keeps what clashes. */
async function judgeCodes(client: PoolClient, by: ClashCode, codes: readonly string[], currencies: ClashRule['currencies']) {
  const found = [...byCode(codes, await membersOf(readsOn(client), by, codes))].flatMap(([code, some]) =>
    keptClashes(by, some, currencies).map((kind) => ({ kind, code })),
  )
  await client.query('delete from catalogue.clashes where by = $1 and code = any($2)', [by, codes])
  await client.query(
    `insert into catalogue.clashes (by, kind, code) select $1, kind, code from json_to_recordset($2) as r (kind text, code text)`,
    [by, JSON.stringify(found)],
  )
}

/** Whether no other process compares until the end of the transaction. */
async function isAlone(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_xact_lock($1) as is_mine', [judgingLock])
  return rows[0]?.is_mine ?? false
}

async function takeCodes(client: PoolClient): Promise<{ by: ClashCode; code: string }[]> {
  const { rows } = await client.query<{ by: ClashCode; code: string }>(
    `delete from catalogue.unjudged where id in (select id from catalogue.unjudged order by id limit ${judgedAtOnce}) returning by, code`,
  )
  return rows
}

/** The first SKU after another, again and again: looking for the next one in the index costs the same, however many variants have the one before. */
const nextSku = (after: string) =>
  `(select v.sku from catalogue.variants v where ${isShared('v.sku')} and v.sku > ${after} order by v.sku limit 1)`
const everyCode = `with recursive found (code, place) as (
  select ${nextSku('$1')}, 1 union all select ${nextSku('found.code')}, place + 1 from found where code is not null and place < $2::integer
) select code from found where code is not null`
const ofKind = (value: string) =>
  `select * from (select code from catalogue.clashes where by = $3 and kind = ${value} and code > $1 order by code limit $2) k`

type ClashCall = 'judge' | 'unjudged' | 'uncompared' | 'clashCodes' | 'clashMembers' | 'clashMemberPage'

export const postgresClashes = (pool: CopyPool, comparedAtOnce: number): Pick<CatalogueCopy, ClashCall> => ({
  judge: (currencies) =>
    pool.onOne((client) =>
      transaction(client, async () => {
        if (!(await isAlone(client))) return false
        if (await keepCurrencies(client, currencies)) return true
        const taken = await takeCodes(client)
        const due = taken.length === judgedAtOnce ? null : await dueProducts(client, comparedAtOnce)
        const codes = due ? [...taken, ...(await codesOfProducts(client, due.ids))] : taken
        for (const [by, some] of Map.groupBy(codes, (place) => place.by)) {
          const each = [...new Set(some.map(({ code }) => code))]
          for (let from = 0; from < each.length; from += judgedAtOnce)
            await judgeCodes(client, by, each.slice(from, from + judgedAtOnce), currencies)
        }
        if (due) await keepCompared(client, due)
        return due !== null || taken.length === judgedAtOnce
      }),
    ),

  async unjudged() {
    const [row] = await pool.rows<{ codes: number }>(
      `select (select count(*) from (select distinct by, code from catalogue.unjudged) u)::integer
       + (select coalesce(sum(c.variants), 0) from catalogue.counts c join catalogue.stores s on s.number = c.store where s.compared_to is not null)::integer
       as codes`,
    )
    return row?.codes ?? 0
  },

  async uncompared() {
    const found = await pool.rows<{ store: string }>('select store from catalogue.stores where compared_to is not null')
    return found.map(({ store }) => store)
  },

  async clashCodes({ by, kinds, after, limit }) {
    const place = [after ?? '', limit]
    const isEvery = by === 'sku' && kinds.includes('missing')
    const sql = `${kinds.map((_, index) => ofKind(`$${index + 4}`)).join(' union ')} order by code limit $2`
    const found = await (isEvery
      ? pool.rows<{ code: string }>(everyCode, place)
      : pool.rows<{ code: string }>(sql, [...place, by, ...kinds]))
    return found.map(({ code }) => code)
  },

  async clashMembers(by, codes, storeIds) {
    return byCode(codes, await membersOf(pool, by, codes, await numbersOf(pool, storeIds)))
  },

  clashMemberPage: (query) => memberPage(pool, query),
})
