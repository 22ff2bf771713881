// The named schemas of the copy of all stores' products; see schemas.ts.
import * as clashes from '#shared/catalogue-clashes.ts'
import {
  CatalogueChange,
  CatalogueChangesCsvRequest,
  CatalogueChangesRequest,
  CatalogueChangesResponse,
} from '#shared/catalogue-changes.ts'
import * as catalogue from '#shared/catalogue.ts'

const { CatalogueFilters, CatalogueProduct, CatalogueProductResponse, CatalogueSearchRequest, CatalogueSearchResponse } = catalogue
const { CatalogueStore, CatalogueStoreResponse, CatalogueStoresResponse, CatalogueStoreUpdateRequest, CatalogueSwitchRequest } = catalogue
const { CatalogueSwitchResponse, CatalogueVariant, ComparedProduct, SameProduct } = catalogue
const { CatalogueClash, CatalogueClashesCsvRequest, CatalogueClashesRequest, CatalogueClashesResponse, CatalogueClashIgnoreRequest } =
  clashes
const { CatalogueClashIgnoreResponse, CatalogueStatusCount, CatalogueSummaryResponse, ClashingVariant, IgnoredClash, SummedStore } = clashes

export const catalogueSchemas = {
  CatalogueFilters,
  CatalogueProduct,
  CatalogueVariant,
  ComparedProduct,
  SameProduct,
  CatalogueProductResponse,
  CatalogueSearchRequest,
  CatalogueSearchResponse,
  CatalogueChange,
  CatalogueChangesRequest,
  CatalogueChangesCsvRequest,
  CatalogueChangesResponse,
  ClashingVariant,
  IgnoredClash,
  CatalogueClash,
  CatalogueClashesRequest,
  CatalogueClashesCsvRequest,
  CatalogueClashesResponse,
  CatalogueClashIgnoreRequest,
  CatalogueClashIgnoreResponse,
  CatalogueStatusCount,
  SummedStore,
  CatalogueSummaryResponse,
  CatalogueStore,
  CatalogueStoreResponse,
  CatalogueStoresResponse,
  CatalogueStoreUpdateRequest,
  CatalogueSwitchRequest,
  CatalogueSwitchResponse,
}
