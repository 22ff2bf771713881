// The named schemas of the copy of all stores' products; see schemas.ts.
import { CatalogueChange, CatalogueChangesRequest, CatalogueChangesResponse } from '#shared/catalogue-changes.ts'
import * as catalogue from '#shared/catalogue.ts'

const { CatalogueFilters, CatalogueProduct, CatalogueProductResponse, CatalogueSearchRequest, CatalogueSearchResponse } = catalogue
const { CatalogueStore, CatalogueStoreResponse, CatalogueStoresResponse, CatalogueStoreUpdateRequest, CatalogueSwitchRequest } = catalogue
const { CatalogueSwitchResponse, CatalogueVariant, ComparedProduct, SameProduct } = catalogue

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
  CatalogueChangesResponse,
  CatalogueStore,
  CatalogueStoreResponse,
  CatalogueStoresResponse,
  CatalogueStoreUpdateRequest,
  CatalogueSwitchRequest,
  CatalogueSwitchResponse,
}
