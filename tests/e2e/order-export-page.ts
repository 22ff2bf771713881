import { expect, type Page } from '@playwright/test'
import { button } from './orders-page.ts'

export const csvCall = '**/api/v1/export/csv'
export const sheetCall = '**/api/v1/export/sheets'
/** A writable document of the sandbox. */
export const documentUrl = 'https://docs.google.com/spreadsheets/d/demo-exports/edit#gid=0'

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export orders' })
export const start = (page: Page) => dialog(page).getByRole('button', { name: 'Start Export' })
export const url = (page: Page) => dialog(page).getByLabel('Spreadsheet URL')
export const store = (page: Page, name: string) => dialog(page).getByRole('group', { name: 'Stores' }).getByRole('checkbox', { name })
export const available = (page: Page) => dialog(page).getByRole('region', { name: 'Available columns' })
export const chosen = (page: Page) => dialog(page).getByRole('region', { name: 'Selected columns' }).getByRole('listitem')

export async function openExport(page: Page) {
  await button(page, 'Export').click()
  await expect(dialog(page)).toBeVisible()
}

/** Selects only these columns, in this order. */
export async function chooseColumns(page: Page, ...labels: string[]) {
  await available(page).getByRole('button', { name: 'Clear' }).click()
  for (const name of labels) await available(page).getByRole('checkbox', { name, exact: true }).check()
}

export async function chooseSheet(page: Page, address: string) {
  await dialog(page).getByRole('radio', { name: 'Google Sheets' }).check()
  await url(page).fill(address)
}
