import { switchStore } from '#client/session/chosen-store.ts'
import { StoreMark } from '#client/ui/store-mark.tsx'
import { traits } from '#shared/platforms.ts'
import { storeMessages } from '#shared/store-messages.ts'
import type { Store } from '#shared/stores.ts'
import type { Offer, OfferGroup } from './offers.ts'

/** The forms of the stores that the viewer may change, found by their state too: "refused". */
export const editOffers = (stores: readonly Store[], open: (id: string) => void): Offer[] =>
  stores.map(({ id, name, state }) => ({
    id: `edit-${id}`,
    label: `Edit ${name}`,
    about: state === null || state === 'connected' ? 'Stores' : storeMessages.states[state],
    words: 'store token credentials fails failing',
    mark: <StoreMark id={id} name={name} />,
    run: () => open(id),
  }))

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
