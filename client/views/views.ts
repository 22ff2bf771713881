import { api, cache } from '#client/api.ts'
import { limits } from '#shared/limits.ts'
import type { ListScreen } from '#shared/list-layout.ts'
import { searchOfView } from '#shared/view-search.ts'
import type { View, ViewSearch } from '#shared/views.ts'

const options = { staleTime: limits.metadataCacheMs }
const none: readonly View[] = []

/** The person's own views of a list, then those that others share; each by name. */
export function useViews(screen: ListScreen): readonly View[] {
  const { data } = api.profile.views.list.useQuery({ screen }, options)
  return data ? data.views.toSorted((one, other) => Number(other.isMine) - Number(one.isMine)) : none
}

/** Fetches the views again, after one of them changed. */
export const refreshViews = () => cache.profile.views.list.invalidate()

/**
 * The URL of the view that the list opens with, for loaders; `from`: the URL that was asked for. Undefined without such a view. Where the
 * views fail to load, the list opens without.
 */
export async function defaultSearch(screen: ListScreen, from: ViewSearch): Promise<ViewSearch | undefined> {
  const found = await cache.profile.views.list.fetch({ screen }, options).catch(() => undefined)
  const view = found?.views.find(({ isDefault }) => isDefault)
  return view && searchOfView(view, from)
}
