import type { CatalogueStore } from '#shared/catalogue.ts'

/** `first`: it is read for the first time, and not complete. `again`: it is complete, and being read anew. */
export function copyPhase({
  state,
  filledAt,
}: Pick<CatalogueStore, 'state' | 'filledAt'>): 'off' | 'failing' | 'first' | 'again' | 'ready' {
  if (state !== 'waiting' && state !== 'filling') return state
  return filledAt === null ? 'first' : 'again'
}
