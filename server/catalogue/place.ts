// The places in a list of the copy that a cursor may name. A caller can change a cursor, and Postgres refuses what is no value of the column.
import { z } from 'zod'
import type { CatalogueSort } from '#shared/catalogue-sorts.ts'
import { ProductId } from '#shared/product-id.ts'
import type { StoreRow } from '#server/stores/service.ts'

/** The number of a row of the copy. */
const RowId = z.string().regex(/^\d{1,18}$/)
const ByNumber = z.object({ value: z.int().nullable(), tie: RowId })
const ByText = z.object({ value: z.string().nullable(), tie: RowId })

const places: Record<Exclude<CatalogueSort, 'store'>, typeof ByNumber | typeof ByText> = {
  created: ByNumber,
  updated: ByNumber,
  title: ByText,
  status: ByText,
  price: ByNumber,
  stock: ByNumber,
  vendor: ByText,
  productType: ByText,
}

/** The places of a list by its sort. By store, a page begins in one of the list's stores: where that is gone, the rest of the list has no beginning. */
export const placeIn = (sort: CatalogueSort, stores: readonly StoreRow[]) =>
  sort === 'store' ? z.object({ value: z.enum(stores.map(({ id }) => id)), tie: ProductId }) : places[sort]
