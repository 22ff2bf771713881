// The copy of every store's catalogue. All but what has changed can be read from the shops again, so it stands apart from the database of the
// product: in a file of its own beside SQLite, in a schema of its own on Postgres. It has no migrations and no backup: another form of it is filled anew.

import type { ClashCode, ClashCodeQuery, ClashMember, ClashRule } from '#shared/clash-rules.ts'

/** Codes are without the blanks around them. Amounts are decimal text in the store's currency. `stock`: null where the shop does not count it. */
export type CopyVariant = {
  id: string
  title: string
  sku: string | null
  barcode: string | null
  price: string
  compareAtPrice: string | null
  stock: number | null
}

/** A product as the shop had it. Times are milliseconds since 1970. `image`: the address of the first picture. */
export type CopyProduct = {
  productId: string
  title: string
  handle: string
  image: string | null
  status: string
  vendor: string
  productType: string
  tags: readonly string[]
  createdAt: number | null
  updatedAt: number | null
  variants: readonly CopyVariant[]
}

/** What a list shows. `skus`: each once, the first ones. Prices are null without variants; `stock` is null where no variant counts it. */
export type FoundProduct = Omit<CopyProduct, 'variants'> & {
  storeId: string
  priceMin: string | null
  priceMax: string | null
  stock: number | null
  skus: readonly string[]
  variantCount: number
}

export const copySorts = ['created', 'updated', 'title', 'store', 'status', 'price', 'stock', 'vendor', 'productType'] as const
export type CopySort = (typeof copySorts)[number]

/** Several values of one field mean any of them. `stock`: `out` where all variants are counted and none has a unit left, else `in`. */
export type CopyFilters = {
  status?: readonly string[] | undefined
  vendor?: readonly string[] | undefined
  productType?: readonly string[] | undefined
  tag?: readonly string[] | undefined
  stock?: 'in' | 'out' | undefined
}

/** The place of a product in a sorted list: the value that it is sorted by, and what orders equal values. */
export type CopyPlace = { value: string | number | null; tie: string }

/**
 * `storeIds`: in the order that `store` sorts by. `words`: folded (`foldText`), each at least three characters or beside one that is; a product
 * has all of them in its title, SKUs, barcodes, vendor, tags or handle. Empty values are last, whatever the direction.
 */
export type CopySearch = {
  storeIds: readonly string[]
  words: readonly string[]
  filters: CopyFilters
  sort: CopySort
  reverse: boolean
  limit: number
  after: CopyPlace | null
}

/** What another product has in common with one. */
export const sameBy = ['sku', 'barcode', 'handle'] as const
export type SameBy = (typeof sameBy)[number]

export const copyChangeKinds = ['price', 'stock', 'status', 'title', 'new', 'gone'] as const
export type CopyChangeKind = (typeof copyChangeKinds)[number]

/**
 * What has changed of a product. `at`: when it was written. `variant`: the SKU or the title of the one whose price it is. `currency`: of a price. Null: of others, or it is not
 * known.
 */
export type CopyChange = {
  id: string
  storeId: string
  productId: string
  title: string
  kind: CopyChangeKind
  variant: string | null
  before: string | null
  after: string | null
  currency: string | null
  at: number
}
/** Times are `from <= at < until`. `after`: the last change of the page before. */
export type CopyChangeQuery = {
  storeIds: readonly string[]
  kinds?: readonly CopyChangeKind[] | undefined
  productId?: string | undefined
  from?: number | undefined
  until?: number | undefined
  after: { at: number; id: string } | null
  limit: number
}

/** The place of a variant among those with one code. */
export type CopyVariantPlace = { product: string; position: number }
export type ClashMemberQuery = { by: ClashCode; code: string; storeIds: readonly string[]; after: CopyVariantPlace | null }

/** The numbers of a store's products of one status. `out`: those of which no unit is left, as in `CopyFilters`. */
export type CopyCount = { storeId: string; status: string; products: number; variants: number; out: number }

/**
 * `isFirst`: the store's first reading, which tells no changes. Default: it is not. `currency`: of the prices. `now`: when it is written, which changes
 * are told by, in milliseconds since 1970. Default: when the shop was asked.
 */
export type CopyReading = { isFirst?: boolean; currency?: string; now?: () => number }

/** `updatedAt`: by the shop's clock; null: it does not tell. `readAt`: when the shop was asked, by ours. In milliseconds since 1970. */
export type CopyVersion = { updatedAt: number | null; readAt: number }

export type CatalogueCopy = {
  /** Another one after the copy was emptied, by whichever process. */
  identity(): Promise<string>
  /** Another one after any change of what lists of these stores show. It may be another one after other changes, too. */
  edition(storeIds: readonly string[]): Promise<string>
  /**
   * Adds products of a store, or replaces them, in one transaction. One that is there with a later `updatedAt`, or with the same one and a later
   * `readAt`, stays. @param readAt when the shop was asked, in milliseconds since 1970. Returns the number that changed anything.
   */
  write(storeId: string, products: readonly CopyProduct[], readAt: number, reading?: CopyReading): Promise<number>
  /** Removes products that the shop no longer has. One that was read after `readAt` stays. */
  remove(storeId: string, productIds: readonly string[], readAt: number, reading?: CopyReading): Promise<void>
  /** Removes a store with all its products. What has changed of them stays. `withChanges`: it is removed, too. */
  drop(storeId: string, options?: { withChanges?: boolean }): Promise<void>
  /** The stores with products, in no order. */
  stores(): Promise<string[]>
  /** A page of a store's ids and update times, by ascending number of the id. */
  ids(storeId: string, after: string | null, limit: number): Promise<{ productId: string; updatedAt: number | null }[]>
  /** What the copy has of a product. null: it does not have it. */
  version(storeId: string, productId: string): Promise<CopyVersion | null>
  /** The numbers of products and variants of each store that has any. */
  sizes(storeIds: readonly string[]): Promise<ReadonlyMap<string, { products: number; variants: number }>>
  /** The products of each store by their status. */
  counts(storeIds: readonly string[]): Promise<CopyCount[]>
  search(search: CopySearch): Promise<{ found: readonly FoundProduct[]; next: CopyPlace | null }>
  /** The number of products that match, counted up to `atMost`. */
  count(search: Pick<CopySearch, 'storeIds' | 'words' | 'filters'>, atMost: number): Promise<number>
  find(storeId: string, productId: string): Promise<(FoundProduct & Pick<CopyProduct, 'variants'>) | null>
  /** Products of the stores that share an SKU, a barcode or the handle with a product, which is not among them. The most in common first. */
  same(
    place: { storeId: string; productId: string },
    storeIds: readonly string[],
    limit: number,
  ): Promise<(FoundProduct & Pick<CopyProduct, 'variants'> & { by: SameBy[] })[]>
  /** What `write` and `remove` have changed, newest first. Not what a first reading of a store brings. */
  changes(query: CopyChangeQuery): Promise<CopyChange[]>
  /** The numbers of changes since a time by kind, among the latest `atMost`. */
  countChanges(storeIds: readonly string[], since: number, atMost: number): Promise<ReadonlyMap<CopyChangeKind, number>>
  /** Removes changes from before a time. */
  removeChanges(before: number): Promise<void>
  /**
   * Compares the variants of codes that were written since. Without it, clashes are not found. Returns whether any are left to compare.
   * @param currencies of all stores
   */
  judge(currencies: ClashRule['currencies']): Promise<boolean>
  /** About how many codes are to be compared. Of a store that is compared as a whole, its variants count. */
  unjudged(): Promise<number>
  /** The stores whose codes are to be compared as a whole: what they clash in is not found yet. In no order. */
  uncompared(): Promise<string[]>
  /** Codes whose variants may clash, by the code. Those of stores that are not asked for are among them. */
  clashCodes(query: ClashCodeQuery): Promise<string[]>
  /** The variants of the stores that have the codes, at most `comparedAtMost` of each, by store. */
  clashMembers(by: ClashCode, codes: readonly string[], storeIds: readonly string[]): Promise<ReadonlyMap<string, ClashMember[]>>
  /**
   * A page of the variants of the stores that have a code, for codes of more. It may be empty although others follow. `read`: the variants that were
   * looked at, also those of other stores.
   */
  clashMemberPage(query: ClashMemberQuery): Promise<{ members: ClashMember[]; next: CopyVariantPlace | null; read: number }>
  /** The size on the disk. */
  bytes(): Promise<number>
  close(): Promise<void>
}
