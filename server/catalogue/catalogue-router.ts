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
import {
  CatalogueClashesCsvRequest,
  CatalogueClashesRequest,
  CatalogueClashesResponse,
  CatalogueClashIgnoreRequest,
  CatalogueClashIgnoreResponse,
  CatalogueSummaryRequest,
  CatalogueSummaryResponse,
} from '#shared/catalogue-clashes.ts'
import { clashesCsv } from '#server/catalogue/clashes-csv.ts'
import { listClashes } from '#server/catalogue/clashes.ts'
import { ignoreClash } from '#server/catalogue/ignoring.ts'
import { catalogueSummary } from '#server/catalogue/summary.ts'
import { CatalogueChangesCsvRequest, CatalogueChangesRequest, CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import { changesCsv, listCatalogueChanges } from '#server/catalogue/changes.ts'
import { catalogueOf, rebuildStore, setCatalogue, setStore } from '#server/catalogue/overview.ts'
import { catalogueProduct, searchCatalogue } from '#server/catalogue/service.ts'
import { amongStores, inStoreOfId, onStore, procedure, router } from '#server/procedure/builder.ts'

/** The copy of all stores' products. No call waits for a shop. */
export const catalogueProcedures = router({
  search: amongStores('POST /catalogue/search', 'products.read', {
    summary: "Search all stores' products",
    description:
      'Answers one page of the products of several stores, from the copy that is kept of them: asOf says how old it is, and GET /catalogue/stores that of each store. Without storeIds, these are all active stores whose products the caller may read.',
    fails: ['INVALID_CURSOR', 'CATALOGUE_REFUSED'],
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
    fails: ['NOT_FOUND', 'CATALOGUE_REFUSED'],
    tool: true,
  })
    .input(CatalogueProductRequest)
    .output(CatalogueProductResponse)
    .query(({ ctx, input }) => catalogueProduct(ctx.deps, ctx.viewer, ctx.store, input.id)),
  stores: amongStores('GET /catalogue/stores', 'products.read', {
    summary: 'Get the freshness of the copy',
    description:
      'Answers of each active store in reach how many products the copy has, when the shop was last asked for changes, and what went wrong.',
    fails: ['CATALOGUE_REFUSED'],
    tool: true,
  })
    .input(CatalogueStoresRequest.prefault({}))
    .output(CatalogueStoresResponse)
    .query(({ ctx }) => catalogueOf(ctx.deps, ctx.stores)),
  changes: amongStores('POST /catalogue/changes', 'products.read', {
    summary: "List changes of all stores' products",
    description:
      'Answers one page of what has changed in the catalogues of several stores within the last 90 days, newest first: prices, stock, status, titles, new products and those that are gone.',
    fails: ['INVALID_CURSOR', 'CATALOGUE_REFUSED'],
    alsoOnTop: ['nextCursor'],
    tool: true,
  })
    .input(CatalogueChangesRequest)
    .output(CatalogueChangesResponse)
    .query(({ ctx, input }) => listCatalogueChanges(ctx.deps, ctx.stores, input)),
  clashes: amongStores('POST /catalogue/clashes', 'products.read', {
    summary: 'List clashes between stores',
    description:
      'Answers one page of what does not fit among the variants with one SKU or barcode: different prices in one currency, titles, statuses or barcodes, one SKU twice in a store, sold out here and in stock there, or missing in a store. A page may be short or empty although others follow.',
    fails: ['INVALID_CURSOR', 'CATALOGUE_REFUSED'],
    alsoOnTop: ['nextCursor'],
    tool: true,
  })
    .input(CatalogueClashesRequest)
    .output(CatalogueClashesResponse)
    .query(({ ctx, input }) => listClashes(ctx.deps, ctx, input)),
  clashesCsv: amongStores('POST /catalogue/clashes/csv', 'products.export', {
    summary: 'Export clashes between stores to CSV',
    description:
      'Sends all clashes that fit the filter as a CSV file with a row for each variant. Without storeIds, these are those of all active stores whose products the caller may export.',
    fails: ['CATALOGUE_REFUSED'],
    isDownload: true,
    recorded: ['kinds', 'search', 'ignored'],
  })
    .input(CatalogueClashesCsvRequest)
    .query(({ ctx, input }) => clashesCsv(ctx.deps, ctx.stores, input)),
  ignoreClash: amongStores('PUT /catalogue/clashes/ignored', 'products.update', {
    summary: 'Ignore a clash, or show it again',
    description:
      'Ignores a clash between these stores, or all whose products the caller may change, for everybody, with a reason, because it is no mistake. Where another store takes part in the clash, it is listed again. Without a reason, it is shown again, which needs the right in all stores where it is ignored.',
    fails: ['NOT_FOUND', 'CONFLICT', 'CATALOGUE_REFUSED'],
    recorded: ['by', 'code', 'kind', 'reason'],
  })
    .input(CatalogueClashIgnoreRequest)
    .output(CatalogueClashIgnoreResponse)
    .mutation(async ({ ctx, input }) => ({ ignored: await ignoreClash(ctx.deps, ctx, input) })),
  summary: amongStores('GET /catalogue/summary', 'products.read', {
    summary: 'Get the catalogues in figures',
    description: 'Answers how many products the stores have by status, how many are out of stock, what clashes, and what has changed.',
    fails: ['CATALOGUE_REFUSED'],
    tool: true,
  })
    .input(CatalogueSummaryRequest.prefault({}))
    .output(CatalogueSummaryResponse)
    .query(({ ctx, input }) => catalogueSummary(ctx.deps, ctx.stores, input)),
  changesCsv: amongStores('POST /catalogue/changes/csv', 'products.export', {
    summary: "Export changes of all stores' products to CSV",
    description:
      'Sends all changes that fit the filter as a CSV file, newest first. Without storeIds, these are those of all active stores whose products the caller may export.',
    fails: ['CATALOGUE_REFUSED'],
    isDownload: true,
    recorded: ['kinds', 'productId', 'from', 'until'],
  })
    .input(CatalogueChangesCsvRequest)
    .query(({ ctx, input }) => changesCsv(ctx.deps, ctx.stores, input)),
  rebuild: onStore('POST /catalogue/stores/{id}/rebuild', 'stores.update', {
    summary: "Rebuild a store's copy",
    description: 'Reads the whole catalogue of the shop again, soon and in the background. The copy of before stays until then.',
    fails: ['CONFLICT', 'CATALOGUE_REFUSED'],
  })
    .input(CatalogueStoreRequest)
    .output(CatalogueStoreResponse)
    .mutation(async ({ ctx }) => ({ store: await rebuildStore(ctx.deps, ctx.store) })),
  updateStore: onStore('PUT /catalogue/stores/{id}', 'stores.update', {
    summary: "Switch a store's copy on or off",
    description:
      'Switched off, the copy of the store is removed, and its products are not found any more. What has changed is kept for 90 days, and listed again once the copy is switched on. Then the shop is read anew.',
    fails: ['CATALOGUE_REFUSED'],
    recorded: ['isOn'],
  })
    .input(CatalogueStoreUpdateRequest)
    .output(CatalogueStoreResponse)
    .mutation(async ({ ctx, input }) => ({ store: await setStore(ctx.deps, ctx.store, input.isOn) })),
  switch: procedure('PUT /catalogue', 'settings.update', {
    summary: 'Set up the copies',
    description:
      'Switches all copies on or off, or sets how much prices may differ between stores before they clash. Switched off, the copies of all stores are removed, and nothing is read from the shops for them.',
    recorded: ['isOn', 'priceTolerance'],
  })
    .input(CatalogueSwitchRequest)
    .output(CatalogueSwitchResponse)
    .mutation(async ({ ctx, input }) => setCatalogue(ctx.deps, input)),
})
