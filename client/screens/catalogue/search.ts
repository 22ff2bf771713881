import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { CatalogueSearch } from '#shared/catalogue-search.ts'
import { useListMoves, useSearchFor, type ListGo } from './list-search.ts'

const frame = getRouteApi('/signed-in/products/all')
const route = getRouteApi('/signed-in/products/all/')

/** The state of the list of products, which its URL holds, and the navigation in it. */
export function useCatalogueSearch() {
  const navigate = route.useNavigate()
  const go: ListGo<CatalogueSearch> = useCallback((search, options) => navigate({ search, ...options }), [navigate])
  return { search: route.useSearch(), ...useListMoves(go), searchFor: useSearchFor(go) }
}

/** The stores whose products the viewer may read, and those of them that are shown. */
export const useCatalogueStores = () => frame.useLoaderData()

/** The stores that the URL names, in every screen about all stores' products. */
export const useNamedStores = () => frame.useSearch({ select: ({ stores }) => stores })
