import { limits } from '#shared/limits.ts'

/** The answers to searches of all stores' products. */
export const catalogueMessages = {
  searchTooShort: `Please type a word of at least ${limits.catalogue.wordLength} characters`,
  switchedOff: 'The copy of the catalogues is switched off in the settings',
  storeOff: 'No copy of this store is kept. Please switch it on first.',
} as const
