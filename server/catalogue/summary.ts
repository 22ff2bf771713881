import type { CopyChangeKind, CopyCount } from '#drizzle/catalogue/copy.ts'
import { usualClashKinds, type CatalogueClashKind } from '#shared/clash-kinds.ts'
import { type CatalogueSummaryRequest, type CatalogueSummaryResponse, type SummedStore } from '#shared/catalogue-clashes.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { wantedAmong } from '#server/catalogue/dropping.ts'
import { countClashes } from '#server/catalogue/clashes.ts'
import { catalogueStates, isCatalogueOn } from '#server/catalogue/states.ts'
import type { StoreRow } from '#server/stores/service.ts'

const dayMs = 24 * 3_600_000

const listed = <Kind extends string>(counts: ReadonlyMap<Kind, number>) =>
  [...counts].map(([kind, count]) => ({ kind, count })).toSorted((one, other) => other.count - one.count)

const statusesOf = (counts: readonly CopyCount[], storeId: string): SummedStore['statuses'] =>
  counts
    .filter((count) => count.storeId === storeId)
    .map(({ status, products, variants, out }) => ({ status, products, variants, outOfStock: out }))

const uncounted = { codes: 0, counts: new Map<CatalogueClashKind, number>(), isAtLeast: true }

/** The catalogues of stores in figures. */
export async function catalogueSummary(
  deps: Deps,
  stores: readonly StoreRow[],
  { since, productsOnly }: CatalogueSummaryRequest,
): Promise<CatalogueSummaryResponse> {
  const { catalogue, now } = deps
  const ids = stores.map(({ id }) => id)
  const { countAtMost } = limits.catalogue
  const from = since === undefined ? now() - dayMs : Date.parse(since)
  const [isOn, states, counts, changes, clashes] = await Promise.all([
    isCatalogueOn(deps),
    catalogueStates(deps, stores),
    catalogue.counts(ids),
    productsOnly
      ? new Map<CopyChangeKind, number>()
      : wantedAmong(deps, stores).then((wanted) => catalogue.countChanges(wanted, from, countAtMost + 1)),
    productsOnly ? uncounted : countClashes(deps, stores, usualClashKinds),
  ])
  const changed = [...changes.values()].reduce((sum, count) => sum + count, 0)
  return {
    isOn,
    stores: states.map(({ storeId, storeName, state, checkedAt }) => ({
      storeId,
      storeName,
      state,
      checkedAt,
      statuses: statusesOf(counts, storeId),
    })),
    clashes: { codes: clashes.codes, kinds: listed(clashes.counts), isAtLeast: clashes.isAtLeast },
    changes: { kinds: listed(changes), isAtLeast: productsOnly || changed > countAtMost },
  }
}
