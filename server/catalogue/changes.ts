import { z } from 'zod'
import type { CopyChange } from '#drizzle/catalogue/copy.ts'
import type {
  CatalogueChange,
  CatalogueChangesCsvRequest,
  CatalogueChangesRequest,
  CatalogueChangesResponse,
} from '#shared/catalogue-changes.ts'
import { catalogueChangesMessages } from '#shared/catalogue-changes-messages.ts'
import { CsvOptions } from '#shared/export.ts'
import type { Deps } from '#server/deps.ts'
import { decodeListCursor, encodeListCursor } from '#server/catalogue/cursor.ts'
import { wantedAmong } from '#server/catalogue/dropping.ts'
import { copiedStores, copiesUsed } from '#server/catalogue/states.ts'
import { Download } from '#server/procedure/download.ts'
import { csvWriter } from '#server/rows/csv.ts'
import type { StoreRow } from '#server/stores/service.ts'

const csvPage = 500

const Place = z.object({ at: z.int(), id: z.string().regex(/^\d{1,16}$/) })

function listed({ at, ...change }: CopyChange, stores: readonly StoreRow[]): CatalogueChange[] {
  const store = stores.find(({ id }) => id === change.storeId)
  return store ? [{ ...change, storeName: store.name, currency: change.currency ?? store.currency, at: new Date(at).toISOString() }] : []
}

/** The copy's form of a filter. What has changed in a store stays when its copy is dropped, and is not shown until that is wanted again. */
const queryOf = async (
  deps: Pick<Deps, 'database'>,
  stores: readonly StoreRow[],
  { kinds, productId, from, until }: CatalogueChangesCsvRequest,
) => ({
  storeIds: await wantedAmong(deps, stores),
  kinds,
  productId,
  from: from === undefined ? undefined : Date.parse(from),
  until: until === undefined ? undefined : Date.parse(until),
})

/** One page of what has changed in the catalogues of stores, newest first. Throws INVALID_CURSOR. */
export async function listCatalogueChanges(
  deps: Pick<Deps, 'catalogue' | 'database'>,
  stores: readonly StoreRow[],
  request: CatalogueChangesRequest,
): Promise<CatalogueChangesResponse> {
  const { limit } = request
  const query = await queryOf(deps, stores, request)
  const [copied, found] = await Promise.all([
    copiedStores(deps, stores),
    deps.catalogue.changes({ ...query, after: decodeListCursor(Place, request), limit: limit + 1 }),
  ])
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    changes: page.flatMap((change) => listed(change, stores)),
    nextCursor: last && found.length > limit ? encodeListCursor(request, { at: last.at, id: last.id }) : null,
    ...copiesUsed(stores, copied),
  }
}

const columns = {
  at: 'at',
  store_name: 'storeName',
  store_id: 'storeId',
  product_id: 'productId',
  title: 'title',
  kind: 'kind',
  variant: 'variant',
  before: 'before',
  after: 'after',
  currency: 'currency',
} as const satisfies Record<string, keyof CatalogueChange>

/** All matching changes as a CSV file, newest first, read from the copy during the download. Its warning names the stores without a complete copy. */
export async function changesCsv(
  deps: Pick<Deps, 'catalogue' | 'database' | 'now'>,
  stores: readonly StoreRow[],
  request: CatalogueChangesCsvRequest,
): Promise<Download> {
  const { incomplete } = copiesUsed(stores, await copiedStores(deps, stores))
  const warning = incomplete.length > 0 ? catalogueChangesMessages.notFollowed(incomplete.map(({ storeName }) => storeName)) : null
  const { start, row } = csvWriter(CsvOptions.parse({}))
  async function* body() {
    const query = await queryOf(deps, stores, request)
    yield start(Object.keys(columns))
    let after: { at: number; id: string } | null = null
    while (true) {
      const page: CopyChange[] = await deps.catalogue.changes({ ...query, after, limit: csvPage })
      const changes = page.flatMap((change) => listed(change, stores))
      yield changes.map((change) => row(Object.values(columns).map((field) => change[field]))).join('')
      const last = page.at(-1)
      if (!last || page.length < csvPage) return
      after = { at: last.at, id: last.id }
    }
  }
  return new Download(`catalogue_changes_${new Date(deps.now()).toISOString().slice(0, 10)}.csv`, body(), warning)
}
