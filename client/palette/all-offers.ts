import { say } from '#client/failure.ts'
import { useViewer } from '#client/session/viewer.ts'
import { useReadableStores } from '#client/shell/readable-stores.ts'
import { useStoreHere } from '#client/shell/store-here.ts'
import { can } from '#shared/access.ts'
import { messages } from '#shared/messages.ts'
import { paletteMessages } from '#shared/palette-messages.ts'
import type { Store } from '#shared/stores.ts'
import { useAllStoresOffer } from './all-stores-offer.tsx'
import { useActionOffers } from './action-offers.tsx'
import { useFound } from './found.tsx'
import { useInviteOffers } from './invite-offers.tsx'
import { useListOffers } from './list-offers.tsx'
import { useScreenOffers } from './screen-offers.tsx'
import { storeOffers } from './store-offers.tsx'
import { useViewOffers } from './view-offers.tsx'
import { matching } from './offers.ts'

/** The offers for the typed text, and what is to be said about them. */
export function useOffers(typed: string) {
  const { withProducts, withOrders, all, error } = useReadableStores(true)
  const here = useStoreHere()
  const viewer = useViewer()
  const current = (stores: readonly Store[]) => stores.find(({ id }) => id === here) ?? stores[0]
  const first = current(withOrders)
  const productStore = current(withProducts)
  const screens = useScreenOffers(typed !== '')
  const views = useViewOffers(typed !== '')
  const actions = useActionOffers({ withProducts: productStore, withOrders: first, all: all ?? [] }, typed !== '')
  // The current store first: it is asked even where there are too many.
  const inTurn = first ? [first, ...withOrders.filter((store) => store !== first)] : []
  const found = useFound(typed, inTurn, productStore)
  const allStores = useAllStoresOffer(typed, withProducts)
  const lists = useListOffers(typed, { withProducts, withOrders, here: first })
  const invitation = useInviteOffers(typed, all ?? [])
  const groups = [
    ...[invitation, lists].filter(({ offers }) => offers.length > 0),
    ...matching([screens, views, storeOffers(all ?? []), actions], typed),
    ...found.groups,
    ...(allStores ? [allStores] : []),
  ]
  const isLoading = !all && !error
  return {
    groups,
    isBusy: isLoading || found.isSearching,
    lines: [
      ...(isLoading ? [paletteMessages.loadingStores] : []),
      ...(typed === '' && withOrders.length > 0 ? [paletteMessages.example] : []),
      ...(typed === '' && can(viewer, 'users.invite') ? [paletteMessages.invitation] : []),
      ...(error ? [`${messages.stores.loadFailed}. ${say(error)}`] : []),
      ...found.lines,
      ...(groups.length === 0 && !isLoading && found.lines.length === 0 ? [paletteMessages.nothing] : []),
    ],
  }
}
