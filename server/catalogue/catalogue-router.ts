import {
  CatalogueProductRequest,
  CatalogueProductResponse,
  CatalogueSearchRequest,
  CatalogueSearchResponse,
  CatalogueStoreRequest,
  CatalogueStoreResponse,
  CatalogueStoresRequest,
  CatalogueStoresResponse,
  CatalogueStoreUpdateRequest,
  CatalogueSwitchRequest,
  CatalogueSwitchResponse,
} from '#shared/catalogue.ts'
import { CatalogueChangesRequest, CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import { listCatalogueChanges } from '#server/catalogue/changes.ts'
import { catalogueOf, rebuildStore, setCatalogue, setStore } from '#server/catalogue/overview.ts'
import { catalogueProduct, searchCatalogue } from '#server/catalogue/service.ts'
import { amongStores, inStoreOfId, onStore, procedure, router } from '#server/procedure/builder.ts'

/** The copy of all stores' products. No call waits for a shop. */
export const catalogueProcedures = router({
  search: amongStores('POST /catalogue/search', 'products.read', {
    summary: "Search all stores' products",
    description:
      'Answers one page of the products of several stores, from the copy that is kept of them; GET /catalogue/stores says how old it is. Without storeIds, these are all active stores whose products the caller may read.',
    fails: ['INVALID_CURSOR'],
    alsoOnTop: ['nextCursor'],
    tool: true,
  })
    .input(CatalogueSearchRequest)
    .output(CatalogueSearchResponse)
    .query(({ ctx, input }) => searchCatalogue(ctx.deps, ctx.stores, input)),
  get: inStoreOfId('GET /catalogue/products/{id}', 'products.read', {
    summary: 'Compare a product between stores',
    description:
      "Answers a product of the copy, and the products that share an SKU, a barcode or the handle with it. The id is the store's and the product's, joined by a colon.",
    fails: ['NOT_FOUND'],
    tool: true,
  })
    .input(CatalogueProductRequest)
    .output(CatalogueProductResponse)
    .query(({ ctx, input }) => catalogueProduct(ctx.deps, ctx.viewer, ctx.store, input.id)),
  stores: amongStores('GET /catalogue/stores', 'products.read', {
    summary: 'Get the freshness of the copy',
    description:
      'Answers of each active store in reach how many products the copy has, when the shop was last asked for changes, and what went wrong.',
    tool: true,
  })
    .input(CatalogueStoresRequest.prefault({}))
    .output(CatalogueStoresResponse)
    .query(({ ctx }) => catalogueOf(ctx.deps, ctx.stores)),
  changes: amongStores('POST /catalogue/changes', 'products.read', {
    summary: "List changes of all stores' products",
    description:
      'Answers one page of what has changed in the catalogues of several stores within the last 90 days, newest first: prices, stock, status, titles, new products and those that are gone.',
    fails: ['INVALID_CURSOR'],
    alsoOnTop: ['nextCursor'],
    tool: true,
  })
    .input(CatalogueChangesRequest)
    .output(CatalogueChangesResponse)
    .query(({ ctx, input }) => listCatalogueChanges(ctx.deps, ctx.stores, input)),
  rebuild: onStore('POST /catalogue/stores/{id}/rebuild', 'stores.update', {
    summary: "Rebuild a store's copy",
    description: 'Reads the whole catalogue of the shop again, soon and in the background. The copy of before stays until then.',
    fails: ['CONFLICT'],
  })
    .input(CatalogueStoreRequest)
    .output(CatalogueStoreResponse)
    .mutation(async ({ ctx }) => ({ store: await rebuildStore(ctx.deps, ctx.store) })),
  updateStore: onStore('PUT /catalogue/stores/{id}', 'stores.update', {
    summary: "Switch a store's copy on or off",
    description:
      'Switched off, the copy of the store is removed, and its products are not found any more. Switched on, the shop is read anew.',
    recorded: ['isOn'],
  })
    .input(CatalogueStoreUpdateRequest)
    .output(CatalogueStoreResponse)
    .mutation(async ({ ctx, input }) => ({ store: await setStore(ctx.deps, ctx.store, input.isOn) })),
  switch: procedure('PUT /catalogue', 'settings.update', {
    summary: 'Switch all copies on or off',
    description: 'Switched off, the copies of all stores are removed, and nothing is read from the shops for them.',
    recorded: ['isOn'],
  })
    .input(CatalogueSwitchRequest)
    .output(CatalogueSwitchResponse)
    .mutation(async ({ ctx, input }) => setCatalogue(ctx.deps, input.isOn)),
})
