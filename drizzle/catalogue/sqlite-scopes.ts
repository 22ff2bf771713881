import type { Statements } from '#drizzle/catalogue/sqlite-file.ts'
import { filledStores } from '#drizzle/catalogue/sqlite-schema.ts'

/** A store of the search. */
export type Scope = { number: number; store: string; products: number }

export const storeIn = '(select value from json_each(@stores))'

/** The stores of the search that have products, in its order. */
export function scopesOf(statements: Statements, storeIds: readonly string[]): Scope[] {
  return statements.all<Scope>(
    `select s.number, s.store, s.products from json_each(@storeIds) wanted join ${filledStores} s on s.store = wanted.value order by wanted.key`,
    { storeIds: JSON.stringify(storeIds) },
  )
}

/** The numbers of the stores at their places in the search. Null: a store has no products. */
export const placesOf = (scopes: readonly Scope[], storeIds: readonly string[]) =>
  JSON.stringify(storeIds.map((storeId) => scopes.find(({ store }) => store === storeId)?.number ?? null))

export const numbersOf = (scopes: readonly Scope[]) => JSON.stringify(scopes.map(({ number }) => number))
export const productsOf = (scopes: readonly Scope[]) => scopes.reduce((sum, { products }) => sum + products, 0)

/** The number of products of all stores. */
export const allProducts = (statements: Statements) =>
  statements.all<{ products: number }>('select coalesce(sum(products), 0) as products from counts')[0]?.products ?? 0

/** The row id of the last product. */
export const lastProduct = (statements: Statements): number =>
  statements.all<{ id: number | null }>('select max(id) as id from products')[0]?.id ?? 0
