import { useMatches } from '@tanstack/react-router'
import { useChosenStore } from '#client/session/chosen-store.ts'
import { can, type Viewer } from '#shared/access.ts'

/** Whether the viewer may see the products or the orders of any store. */
export const hasStores = (viewer: Viewer): boolean => can(viewer, 'products.read') || can(viewer, 'orders.read')

/** The stores from the screen's loader: `stores` can be shown, `shown` are shown. Undefined on a screen without stores. */
export const useScreenStores = () =>
  useMatches({
    select: (matches) => {
      const found = matches.map(({ loaderData }) => loaderData).findLast((data) => data && 'shown' in data)
      return found && 'shown' in found ? found : undefined
    },
  })

/** The single store that the screen's address names, if the screen shows it. */
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

/** The store that other screens open with: the one that the address names, otherwise the one chosen last. */
export function useStoreHere(): string | undefined {
  const named = useNamedStore()
  const chosen = useChosenStore()
  return named ?? chosen?.id
}
