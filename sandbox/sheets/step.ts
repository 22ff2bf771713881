import type { Tab } from './document.ts'
import { GoogleError } from './errors.ts'

/** What a request of spreadsheets.batchUpdate makes of the tabs, and its reply. */
export type Step = { readonly tabs: readonly Tab[]; readonly reply: object }

export const invalid = (request: string, why: string) => new GoogleError('INVALID_ARGUMENT', `Invalid ${request}: ${why}`)

/** Throws Google's error where no tab has the id. */
export function known(tabs: readonly Tab[], sheetId: number, request: string): Tab {
  const tab = tabs.find((one) => one.sheetId === sheetId)
  if (!tab) throw invalid(request, `No sheet with id: ${sheetId}`)
  return tab
}

/** Throws Google's error where a tab has the title. Google compares titles case-insensitively. */
export function assertFree(tabs: readonly Tab[], title: string, request: string): void {
  if (tabs.some((tab) => tab.title.toLowerCase() === title.toLowerCase()))
    throw invalid(request, `A sheet with the name "${title}" already exists. Please enter another name.`)
}
