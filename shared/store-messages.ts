/** Messages about stores and their shops, in addition to shared/messages.ts. */
export const storeMessages = {
  notYetAnswered: (store: string) => `${store}: the shop has not answered yet`,
  shopTaken: 'This shop is already connected',
  differs: {
    timezone: (shop: string, store: string) => `The shop's time zone is ${shop}; this store says ${store}`,
    currency: (shop: string, store: string) => `The shop's currency is ${shop}; this store says ${store}`,
  },
  use: {
    timezone: (shop: string) => `Use the shop's time zone ${shop}`,
    currency: (shop: string) => `Use the shop's currency ${shop}`,
  },
  fromShop: 'From the shop',
  saveUnreachable: 'Save anyway',
  saveUnreachableHint: 'The shop did not answer, so the credentials are not tested. You can save the store and test it later.',
  states: { connected: 'Connected', limited: 'Limited', refused: 'Refused', unreachable: 'Unreachable' },
  /** The reason of the state "limited": all data that the shop withholds. */
  limitedBy: (limits: readonly string[]) => limits.join('. '),
  untested: 'Not tested yet',
  totalWithout: (stores: readonly string[]) => `without ${stores.join(', ')}`,
}
