import { metafieldMessages } from '#shared/metafield-messages.ts'

/** Messages about exports; part of `messages` under the name `export`. */
export const exportMessages = {
  fieldsNeeded: 'Please select at least one field to export',
  fieldsRepeated: 'A field can be exported only once',
  productsNeeded: 'No products selected',
  productsTooMany: (max: number) => `At most ${max.toLocaleString('en-US')} selected products can be exported at once`,
  productsRepeated: 'A product is listed twice',
  dayUnfinished: 'A date is not complete: its year has four digits',
  startFailed: 'Failed to start export',
  productsFailed: 'Export products failed',
  csvDone: 'CSV file downloaded successfully!',
  jobCreated: 'Export job created! You will be notified when complete.',
  note: (warning: string) => `Note: ${warning}`,
  cut: (exported: number, matched: number, noun: string) => `Only the first ${exported} of ${matched} ${noun} are exported (Max Items)`,
  uncounted: (max: number, noun: string) => `The shop cannot count these ${noun}: no more than ${max} are exported (Max Items)`,
  limitReached: (max: number, noun: string) => `Only the first ${max} ${noun} are exported (Max Items): there may be more`,
  unknownIds: (ids: readonly string[], count: number) =>
    `Not found in this store: ${ids.join(', ')}${count > ids.length ? ` and ${count - ids.length} more` : ''}`,
  overLimit: 'Beyond Max Items',
  notInStore: 'Not found in this store',
  columnsHidden: (columns: readonly string[]) => `Hidden by the shop: ${columns.join(', ')}`,
  /** The heading of the columns that no button chooses. */
  furtherColumns: 'More Columns',
  ...metafieldMessages,
  emptyOn: (platform: string) => `Empty on ${platform}`,
  previewFailed: 'Failed to load the preview',
  columnsLacking: (platform: string, columns: readonly string[]) => `Not available from ${platform}: ${columns.join(', ')}`,
  countsDiffer: (arrived: number, expected: number, now: number, noun: string) =>
    `${arrived} ${noun} were exported: the shop counted ${expected} at the start and ${now} at the end`,
  incomplete: (arrived: number, expected: number, now: number, noun: string) =>
    `${Math.min(expected, now) - arrived} ${noun} are missing: ${arrived} arrived, the shop counted ${expected} at the start and ${now} at the end`,
} as const
