import { expect, type Page } from '@playwright/test'

export const csvCall = '**/api/v1/products/export/csv'
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Export products' })
export const start = (page: Page) => dialog(page).getByRole('button', { name: 'Start Export' })
export const columnsTab = (page: Page) => dialog(page).getByRole('tab', { name: /^Columns/ })
export const chosen = (page: Page) => dialog(page).getByRole('region', { name: 'Selected columns' }).getByRole('listitem')

export async function openExport(page: Page) {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(dialog(page)).toBeVisible()
}
