import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CatalogueClashesSearch } from '#shared/catalogue-clashes-search.ts'
import { useListMoves, useSearchFor, type ListGo } from '#client/screens/catalogue/list-search.ts'

const route = getRouteApi('/signed-in/products/all/clashes')

/** The state of the list of clashes, which its URL holds, and the navigation in it. */
export function useClashesSearch() {
  const navigate = route.useNavigate()
  const go: ListGo<CatalogueClashesSearch> = useCallback((search, options) => navigate({ search, ...options }), [navigate])
  return { search: route.useSearch(), ...useListMoves(go), searchFor: useSearchFor(go) }
}
