import type { CatalogueCopy, ClashMemberQuery } from '#drizzle/catalogue/copy.ts'
import { clashCodes, comparedAtMost, keptClashes, type ClashCode, type ClashMember, type ClashRule } from '#shared/clash-rules.ts'
import { changedCurrencies, type ComparedStore } from '#drizzle/catalogue/currencies.ts'
import { dueAtOnce } from '#drizzle/catalogue/due.ts'
import { keyLength, membersAtOnce } from '#drizzle/catalogue/rows.ts'
import type { CopyFile, Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { productIdOf } from '#drizzle/catalogue/sqlite-ids.ts'

/** Codes that are compared in one transaction, so that others can write between. */
const judgedAtOnce = 200

const isCode = (column: ClashCode) => `v.${column} <> '' and length(v.${column}) <= ${keyLength}`

/** Whether another variant has the code. Only one transaction writes at a time, so none is overlooked. */
const isShared = (by: ClashCode) =>
  `exists (select 1 from variants o where o.${by} = v.${by} and o.${by} <> '' and (o.product, o.position) <> (v.product, v.position))`

const note = clashCodes
  .map((by) => `select '${by}', v.${by} from variants v where v.product = @product and ${isCode(by)} and ${isShared(by)}`)
  .join(' union all ')

/** Has the codes that a product's variants share with others compared, soon. Called while the product has them. */
export const noteCodes = (statements: Statements, product: number | bigint) =>
  statements.run(`insert or ignore into unjudged (by, code) ${note}`, { product })

/** Before the key of every product. */
const firstKey = -1

/**
 * Has the codes of the products compared in the end that this transaction has added to a store, with those of all that follow them. A first
 * reading adds too many to look for each code at once. @param before the row id of the last product before
 */
export function noteAdded(statements: Statements, store: number, before: number) {
  const first = statements.all<{ key: number | string | null }>('select min(key) as key from products where id > @before', { before })[0]
    ?.key
  if (first === null || first === undefined) return
  statements.run(
    `update stores set noting = coalesce((select max(key) from products where store = @store and key < @first), @firstKey)
     where number = @store and (noting is null or noting >= @first)`,
    { store, first, firstKey },
  )
}

/** Keeps with which currencies codes are compared from now on. Those of stores that had others are to be compared again. */
function keepCurrencies(statements: Statements, currencies: ClashRule['currencies']) {
  const stores = statements.all<ComparedStore>('select number, store, currency from stores')
  for (const { number, currency, isCompared } of changedCurrencies(stores, currencies)) {
    statements.run('update stores set currency = @currency where number = @number', { number, currency })
    if (isCompared) statements.run('update stores set noting = @firstKey where number = @number', { number, firstKey })
  }
}

/** Has the codes of some products compared, of a store whose codes are all to be. Returns whether there was one. */
function noteSome(statements: Statements, atOnce: number): boolean {
  const [store] = statements.all<{ number: number; noting: number | string }>(
    'select number, noting from stores where noting is not null order by number limit 1',
  )
  if (!store) return false
  const products = statements.all<{ id: number; key: number | string; variants: number }>(
    'select id, key, variants from products where store = @number and key > @noting order by key limit @limit',
    { ...store, limit: atOnce },
  )
  const due = dueAtOnce(products)
  for (const { id } of due) noteCodes(statements, id)
  const isLast = products.length < atOnce && due.length === products.length
  const last = isLast ? null : due.at(-1)?.key
  statements.run('update stores set noting = @last where number = @number', { number: store.number, last })
  return true
}

type Row = Omit<ClashMember, 'storeId' | 'productId' | 'variantId'> & { store: string; key: number | string; id: number | string }

const memberOf = ({ store, key, id, ...member }: Row): ClashMember => ({
  ...member,
  storeId: store,
  productId: productIdOf(key),
  variantId: String(id),
})
const shownColumns = 's.store, p.key, p.title, p.status, v.id, v.title as variant, v.sku, v.barcode, v.price, v.stock'
const withProduct = 'cross join products p on p.id = v.product cross join stores s on s.number = p.store'

/** @param storeIds as JSON. Default: all. */
function membersOf(statements: Statements, by: ClashCode, code: string, storeIds?: string): ClashMember[] {
  const rows = statements.all<Row>(
    `select ${shownColumns} from variants v ${withProduct}
     where v.${by} = @code and ${isCode(by)} ${storeIds === undefined ? '' : 'and s.store in (select value from json_each(@storeIds))'}
     limit ${comparedAtMost}`,
    { code, ...(storeIds !== undefined && { storeIds }) },
  )
  return rows.map(memberOf)
}

/** The rows that are looked at are bounded, not those that are found: others wait meanwhile. */
function memberPage(statements: Statements, { by, code, storeIds, after }: ClashMemberQuery) {
  const rows = statements.all<Row & { product: number; position: number }>(
    `select v.product, v.position, ${shownColumns} from (
       select * from variants v where v.${by} = @code and ${isCode(by)} and (v.product, v.position) > (@product, @position)
       order by v.product, v.position limit ${membersAtOnce}
     ) v ${withProduct} order by v.product, v.position`,
    { code, product: Number(after?.product ?? 0), position: after?.position ?? 0 },
  )
  const wanted = new Set(storeIds)
  const last = rows.length < membersAtOnce ? undefined : rows.at(-1)
  return {
    members: rows.filter(({ store }) => wanted.has(store)).map(({ product: _product, position: _position, ...row }) => memberOf(row)),
    next: last ? { product: String(last.product), position: last.position } : null,
    read: rows.length,
  }
}

/** The first SKU after another, again and again: looking for the next one in the index costs the same, however many variants have the one before. */
const nextSku = (after: string) => `(select v.sku from variants v where ${isCode('sku')} and v.sku > ${after} order by v.sku limit 1)`
const everyCode = `with recursive found (code, place) as (
  select ${nextSku('@after')}, 1 union all select ${nextSku('found.code')}, place + 1 from found where code is not null and place < @limit
) select code from found where code is not null`
const ofKind = (index: number) =>
  `select * from (select code from clashes where by = @by and kind = @kind${index} and code > @after order by code limit @limit)`

type ClashCall = 'judge' | 'unjudged' | 'uncompared' | 'clashCodes' | 'clashMembers' | 'clashMemberPage'

export const sqliteClashes = (file: CopyFile, comparedAtOnce: number): Pick<CatalogueCopy, ClashCall> => ({
  judge: (currencies) =>
    file.write((statements) => {
      keepCurrencies(statements, currencies)
      const codes = statements.all<{ by: ClashCode; code: string }>('select by, code from unjudged limit @limit', { limit: judgedAtOnce })
      for (const place of codes) {
        statements.run('delete from unjudged where by = @by and code = @code', place)
        statements.run('delete from clashes where by = @by and code = @code', place)
        for (const kind of keptClashes(place.by, membersOf(statements, place.by, place.code), currencies))
          statements.run('insert into clashes (by, kind, code) values (@by, @kind, @code)', { ...place, kind })
      }
      // Others are noted only then, so that few are at any time.
      return codes.length === judgedAtOnce || noteSome(statements, comparedAtOnce)
    }),

  unjudged: () =>
    file.read((statements) => {
      const [row] = statements.all<{ codes: number }>(
        `select (select count(*) from unjudged)
         + (select coalesce(sum(c.variants), 0) from counts c join stores s on s.number = c.store where s.noting is not null) as codes`,
      )
      return row?.codes ?? 0
    }),

  uncompared: () =>
    file.read((statements) =>
      statements.all<{ store: string }>('select store from stores where noting is not null').map(({ store }) => store),
    ),

  clashCodes: ({ by, kinds, after, limit }) =>
    file.read((statements) => {
      const given = { after: after ?? '', limit }
      if (by === 'sku' && kinds.includes('missing')) return statements.all<{ code: string }>(everyCode, given).map(({ code }) => code)
      const named = Object.fromEntries(kinds.map((kind, index) => [`kind${index}`, kind]))
      const rows = statements.all<{ code: string }>(
        `${kinds.map((_, index) => ofKind(index)).join(' union ')} order by code limit @limit`,
        { ...given, ...named, by },
      )
      return rows.map(({ code }) => code)
    }),

  clashMembers: (by, codes, storeIds) =>
    file.read((statements) => new Map(codes.map((code) => [code, membersOf(statements, by, code, JSON.stringify(storeIds))]))),

  clashMemberPage: (query) => file.read((statements) => memberPage(statements, query)),
})
