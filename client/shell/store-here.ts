import { useMatches } from '@tanstack/react-router'
import { useChosenStore } from '#client/session/chosen-store.ts'
import { can, type Viewer } from '#shared/access.ts'

/** Whether the viewer may see what a store sells or was ordered from it. */
export const hasStores = (viewer: Viewer): boolean => can(viewer, 'products.read') || can(viewer, 'orders.read')

/** What the screen's loader says of stores: those that can be shown on it, and those that are. Undefined on a screen that is about none. */
export const useScreenStores = () =>
  useMatches({
    select: (matches) => {
      const { loaderData } = matches.at(-1) ?? {}
      return loaderData && 'shown' in loaderData ? loaderData : undefined
    },
  })

/** The one store that the address of the screen names, if the screen could show it. */
function useNamedStore(): string | undefined {
  const shown = useScreenStores()?.shown ?? []
  const named = useMatches({
    select: (matches) => {
      const search: { store?: unknown; stores?: unknown } = matches.at(-1)?.search ?? {}
      return search.store ?? search.stores
    },
  })
  const ids: unknown[] = [named].flat()
  const [only, ...others] = shown.filter(({ id }) => ids.includes(id))
  return others.length === 0 ? only?.id : undefined
}

/** The store that other screens are to open with: the one on screen by its address, else the one chosen last. */
export function useStoreHere(): string | undefined {
  const named = useNamedStore()
  const chosen = useChosenStore()
  return named ?? chosen?.id
}
