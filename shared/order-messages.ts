/** Messages about the list of orders; part of `messages`. */
export const orderMessages = {
  datesReversed: 'The After date is after the Before date',
  loadFailed: 'Failed to load orders',
  orderLoadFailed: 'Failed to load the order',
  unknownError: 'Unknown error',
  none: 'No orders found',
  noStores: 'No active stores found. Please add a store first.',
  storeNeeded: 'Please select at least one store',
  storesRepeated: 'A store is listed twice',
  sortUnsupported: (platform: string, sort: string) => `${platform} shops cannot be sorted by ${sort}`,
  emailOnly: (platform: string) => `${platform} shops find orders by the exact email address only`,
  onlyRecent: (store: string) => `${store}: only orders of the last 60 days are visible`,
} as const
