// Products of copies, without reading any shop.
import type { CopyProduct, CopyVariant } from '#drizzle/catalogue/copy.ts'
import { catalogueStores } from '#drizzle/catalogue-tables.ts'
import type { Deps } from '#server/deps.ts'

/** Makes the copies of stores count as complete, read at `at` (ms; default: now), and keeps keepers away from them. */
export async function markFilled(
  { database, catalogue, now }: Pick<Deps, 'database' | 'catalogue' | 'now'>,
  storeIds: readonly string[],
  at = now(),
) {
  const filledInto = await catalogue.identity()
  const read = { filledAt: new Date(at), checkedAt: new Date(at), filledInto }
  const known = { isOn: true, ...read, dueAt: new Date(now() + 365 * 24 * 3_600_000), failures: 0 }
  for (const storeId of storeIds)
    await database.db
      .insert(catalogueStores)
      .values({ ...known, storeId })
      .onConflictDoUpdate({ target: catalogueStores.storeId, set: known })
}

/** A product of a copy. */
export const copiedAs = (productId: string, change: Partial<CopyProduct> = {}): CopyProduct => ({
  productId,
  title: 'Chair',
  handle: 'chair',
  image: null,
  status: 'active',
  vendor: '',
  productType: '',
  tags: [],
  createdAt: null,
  updatedAt: null,
  variants: [],
  ...change,
})

export const copiedVariant = (id: string, change: Partial<CopyVariant> = {}): CopyVariant => ({
  id,
  title: '',
  sku: null,
  barcode: null,
  price: '1.00',
  compareAtPrice: null,
  stock: null,
  ...change,
})

/** Compares the stores with each other, as keepers do after they have read something. All have the same currency. */
export async function judgeCopies({ catalogue }: Pick<Deps, 'catalogue'>, storeIds: readonly string[]) {
  const currencies = new Map(storeIds.map((id) => [id, 'USD']))
  while (await catalogue.judge(currencies));
}

/** Gives stores, whose copies are complete then, a code twice. Returns what ignores that. */
export async function doubledClash(deps: Deps, storeIds: readonly string[]) {
  const sku = 'TWICE-1'
  const products = ['701', '702'].map((id) => copiedAs(id, { variants: [copiedVariant(id, { sku })] }))
  for (const storeId of storeIds) await deps.catalogue.write(storeId, products, 0)
  await markFilled(deps, storeIds)
  return { by: 'sku', code: sku, kind: 'double', reason: 'As agreed' }
}
