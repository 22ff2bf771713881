import { z } from 'zod'
import type { CopyChange } from '#drizzle/catalogue/copy.ts'
import type { CatalogueChange, CatalogueChangesRequest, CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import type { Deps } from '#server/deps.ts'
import { decodeListCursor, encodeListCursor } from '#server/catalogue/cursor.ts'
import type { StoreRow } from '#server/stores/service.ts'

const Place = z.object({ at: z.int(), id: z.string().regex(/^\d{1,16}$/) })

function listed({ at, ...change }: CopyChange, stores: readonly StoreRow[]): CatalogueChange[] {
  const store = stores.find(({ id }) => id === change.storeId)
  return store ? [{ ...change, storeName: store.name, currency: store.currency, at: new Date(at).toISOString() }] : []
}

/** One page of what has changed in the catalogues of stores, newest first. Throws INVALID_CURSOR. */
export async function listCatalogueChanges(
  { catalogue }: Pick<Deps, 'catalogue'>,
  stores: readonly StoreRow[],
  request: CatalogueChangesRequest,
): Promise<CatalogueChangesResponse> {
  const { kinds, productId, from, until, limit } = request
  const found = await catalogue.changes({
    storeIds: stores.map(({ id }) => id),
    kinds,
    productId,
    from: from === undefined ? undefined : Date.parse(from),
    until: until === undefined ? undefined : Date.parse(until),
    after: decodeListCursor(Place, request),
    limit: limit + 1,
  })
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    changes: page.flatMap((change) => listed(change, stores)),
    nextCursor: last && found.length > limit ? encodeListCursor(request, { at: last.at, id: last.id }) : null,
  }
}
