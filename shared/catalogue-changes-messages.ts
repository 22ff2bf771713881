import type { CatalogueChangeKind } from '#shared/change-kinds.ts'

/** The label of each kind of change. */
export const catalogueChangeKinds = {
  price: 'Price',
  stock: 'Stock',
  status: 'Status',
  title: 'Title',
  new: 'New',
  gone: 'Gone',
} as const satisfies Record<CatalogueChangeKind, string>

/** What the list of changes of all stores' products says. */
export const catalogueChangesMessages = {
  loadFailed: 'Failed to load the changes',
  csvFailed: 'Failed to download the changes',
  noneFound: 'No changes found',
  tryOther: 'Try another period, or fewer filters',
  none: 'Nothing has changed yet',
  noneHint:
    'Changes of prices, stock, status and titles, and new products, appear here within minutes, products that are gone within about a quarter of an hour. They are kept for 90 days.',
  fillingHint: 'Changes appear here once a catalogue has been read for the first time.',
  datesReversed: 'The first day must not be after the last one',
  without: (names: readonly string[]) => `Without ${names.join(', ')}, whose products you may not export`,
  notFollowed: (names: readonly string[]) => `Without changes of stores of which no complete copy is kept: ${names.join(', ')}`,
  gone: 'The shop does not have this product any more.',
  notCopied: 'The copy of the store does not have this product, because it is not complete, or not kept.',
  noneOfProduct: 'No changes of this product were seen in the last 90 days.',
} as const
