import { limits } from '#shared/limits.ts'

/** What screens say about the copies before they ask. */
export const catalogueMessages = {
  searchTooShort: `Please type a word of at least ${limits.catalogue.wordLength} characters`,
  switchedOff: 'The copy of the catalogues is switched off in the settings',
} as const
