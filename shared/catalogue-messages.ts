import { limits } from '#shared/limits.ts'

/** What screens say about the copies before they ask, and why a request about them is refused. */
export const catalogueMessages = {
  searchTooShort: `Please type a word of at least ${limits.catalogue.wordLength} characters`,
  filterValues: `Please give one value, or a list of 1 to ${limits.filterValues}, each of 1 to ${limits.filterValueLength} characters`,
  reasonNeeded: 'Please enter a reason',
  switchedOff: 'The copy of the catalogues is switched off in the settings',
} as const
