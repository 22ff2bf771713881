import type { CatalogueStore } from '#shared/catalogue.ts'

/** Why a store's copy could not be brought up to date, without the store's name and as the end of a sentence. */
export function copyProblem({ storeName, problem }: Pick<CatalogueStore, 'storeName' | 'problem'>): string {
  if (problem === null) return 'the shop does not answer'
  const name = `${storeName}: `
  const text = problem.startsWith(name) ? problem.slice(name.length) : problem
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, '')
}
