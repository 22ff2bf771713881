/** Messages about why jobs wait or end, and about the remedy; part of `messages.jobs`. */
export const jobMessages = {
  storeMoved: (store: string) => `${store}: this store points at another shop now. Please start the export over.`,
  databaseAway: 'The database is not responding',
  noPlaceAt: (store: string) => `${store}: all export slots are in use`,
  goneStore: 'a deleted store',
  ownLimit: (max: number) => `Each person can run ${max} exports at a time`,
  cannotRun: 'An earlier version made this export, and its request cannot be read any more. Please start the export over.',
  complete: (total: string) => `Complete: ${total}, none doubled`,
  cut: (total: string) => `Cut at Max Items: ${total}, none doubled`,
  arrived: (total: string) => `${total}, none doubled`,
  preparing: 'The shop is preparing the data. The progress stands at 0 % until the first row arrives.',
  runAgain: 'The export runs again as a new job',
  requestFailed: 'Failed to load the request of the export',
  choiceOf: (filters: readonly string[]) =>
    filters.length === 0 ? 'As in the earlier export: everything, without a filter' : `As in the earlier export: ${filters.join(', ')}`,
  storeUnreached: 'The store of this export cannot be used any more.',
  runFailed: 'Failed to run the export again',
  deletedStore: 'Deleted store',
} as const
