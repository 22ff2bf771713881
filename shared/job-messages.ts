/** Why jobs wait and end, and what can be done about it; part of `messages.jobs`. */
export const jobMessages = {
  storeMoved: (store: string) => `${store}: this store points at another shop now. Please start the export over.`,
  databaseAway: 'The database does not answer',
  noPlaceAt: (store: string) => `Waits for a free place at ${store}`,
  goneStore: 'a store that is gone',
  ownLimit: (most: number) => `Only ${most} exports of one person run at once`,
} as const
