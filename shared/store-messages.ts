/** Messages about stores and their shops, in addition to shared/messages.ts. */
export const storeMessages = {
  notYetAnswered: (store: string) => `${store}: the shop has not answered yet`,
  shopTaken: 'This shop is already connected',
  states: { connected: 'Connected', limited: 'Limited', refused: 'Refused', unreachable: 'Unreachable' },
  /** The reason of the state "limited": all data that the shop withholds. */
  limitedBy: (limits: readonly string[]) => limits.join('. '),
  untested: 'Not tested yet',
  totalWithout: (stores: readonly string[]) => `without ${stores.join(', ')}`,
}
