/** What the list of all stores' products says. */
export const catalogueScreenMessages = {
  loadFailed: 'Failed to load the products of all stores',
  productLoadFailed: 'Failed to load the product',
  settingsLoadFailed: 'Failed to load the copies of the catalogues',
  saveFailed: 'Failed to save the setting',
  off: 'No copy of the catalogues is kept',
  offHint: 'With a copy, the products of all stores are found here in one list.',
  none: 'No store has products yet',
  noneFound: 'No products found',
  tryOther: 'Try another word, or fewer filters',
  filling: 'The catalogues are being read',
  fillingHint: 'Products appear here as they arrive. This takes a few minutes for a large shop.',
  firstOthers: (shown: number) => `The first ${shown} products, those that have most in common. There are more.`,
  noOthers: 'No other product has one of its SKUs, its barcodes or its handle.',
  explained:
    'The products of these stores are copied into our own database, where they are found in one list. The copy follows each shop within about a minute, and what a shop deletes within about a quarter of an hour.',
  webhooks: {
    on: 'The shop tells us of changes at once.',
    asked: (why: string) => `The shop is asked for changes every minute. ${why}`,
    told: (why: string) => `The shop tells us of changes. ${why}`,
  },
  switchOff: (name: string) =>
    `The copy of the products of ${name} is removed. They are not found in the list of all stores until it is switched on again. Its changes stay for 90 days, and are shown again then.`,
  switchAllOff:
    'The copies of all stores are removed, and the list of all stores is empty until it is switched on again. Changes stay for 90 days, and are shown again then.',
  readAgain: (name: string) =>
    `The whole catalogue of ${name} is read again, in the background. The copy of before stays in use until then. For a large shop, this takes many calls.`,
  announced: {
    readAgain: 'The catalogue will be read again',
    saved: 'Saved',
    switchedOff: 'The copy is removed',
  },
} as const
