import type { CatalogueClashKind } from '#shared/clash-kinds.ts'

/** The label of each kind of clash. */
export const clashKindLabels = {
  price: 'Price',
  title: 'Title',
  status: 'Status',
  barcode: 'Barcode',
  double: 'Twice in a store',
  stock: 'Stock',
  missing: 'Missing',
} as const satisfies Record<CatalogueClashKind, string>

/** What the list of clashes between stores says. */
export const catalogueClashesMessages = {
  loadFailed: 'Failed to load the clashes',
  csvFailed: 'Failed to download the clashes',
  saveFailed: 'Failed to save',
  none: 'Nothing clashes',
  noneHint: 'Variants with the same SKU or barcode agree in all of these stores.',
  noneFound: 'No clashes found',
  tryOther: 'Try another word, another kind, or more stores',
  noneSoFar: 'None of the codes so far fits',
  lookFurther: 'There are more codes to look at.',
  fillingHint: 'A store is compared once its catalogue has been read as a whole.',
  ignoreExplained: (code: string, isPrice: boolean) =>
    `The clash of ${code} is no longer listed or counted, for everybody, until another store takes part in it${isPrice ? ' or the prices differ by more than now' : ''}. It stays under “Ignored”, with your reason.`,
  toleranceExplained: 'Prices of one code in stores of the same currency clash if they differ by more.',
  ignored: 'The clash is ignored',
  shownAgain: 'The clash is listed again',
  without: (names: readonly string[]) => `Without ${names.join(', ')}, whose products you may not export`,
  firstVariants: (shown: number, all: number) =>
    `The first ${shown.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} variants, some of each store. A code that so many have is probably a placeholder.`,
  notCompared: (names: readonly string[]) =>
    `Not compared as a whole, because their catalogues were not read, or not compared, to the end: ${names.join(', ')}`,
  missingIn: (names: readonly string[]) => `Not in ${names.join(', ')}`,
} as const
