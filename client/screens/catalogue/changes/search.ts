import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CatalogueChangesSearch } from '#shared/catalogue-changes-search.ts'
import { useListMoves, type ListGo } from '#client/screens/catalogue/list-search.ts'

const route = getRouteApi('/signed-in/products/all/changes')

/** The state of the list of changes, which its URL holds, and the navigation in it. */
export function useChangesSearch() {
  const navigate = route.useNavigate()
  const go: ListGo<CatalogueChangesSearch> = useCallback((search, options) => navigate({ search, ...options }), [navigate])
  return { search: route.useSearch(), ...useListMoves(go) }
}
