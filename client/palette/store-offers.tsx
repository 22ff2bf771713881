import { switchStore } from '#client/session/chosen-store.ts'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { traits } from '#shared/platforms.ts'
import type { Store } from '#shared/stores.ts'
import type { OfferGroup } from './offers.ts'

/** The stores, each to be chosen as the current one. */
export const storeOffers = (stores: readonly Store[]): OfferGroup => ({
  label: 'Stores',
  offers: stores.map((store) => ({
    id: `store-${store.id}`,
    label: store.name,
    about: traits[store.platform].label,
    words: 'store switch choose',
    mark: <StoreMark {...store} />,
    run: () => switchStore(store),
  })),
})
