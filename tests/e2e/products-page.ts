import { expect, type Page } from '@playwright/test'

/** The rows of the list, without the header. */
export const rows = (page: Page) => page.getByRole('region', { name: 'Products' }).locator('tbody').getByRole('row')
export const titles = (page: Page) => rows(page).locator('td:nth-child(2)').allInnerTexts()
export const checkboxes = (page: Page) => rows(page).getByRole('checkbox')
export const storeSelect = (page: Page) => page.getByRole('combobox', { name: 'Store' })
export const menu = (page: Page, name: string) => page.getByRole('dialog', { name })
export const count = (page: Page) => page.getByRole('contentinfo').or(page.locator('footer')).getByRole('status')

/** Waits until the list shows what was asked for last. */
export async function settled(page: Page) {
  await expect(page.getByRole('status', { name: 'Loading products' })).toHaveCount(0)
}

export async function openProducts(page: Page, search = '') {
  await page.goto(`/products${search}`)
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  await settled(page)
}

export async function chooseStore(page: Page, name: string) {
  await storeSelect(page).click()
  await page.getByRole('option', { name }).click()
  await expect(storeSelect(page)).toHaveValue(name)
  await settled(page)
}

export const openFilters = (page: Page) => page.getByRole('button', { name: 'Filters' }).click()

/** Opens one of the filter dropdowns and waits for its values. */
export async function openMenu(page: Page, name: string) {
  await page.getByRole('button', { name, exact: false }).and(page.locator('[aria-haspopup=dialog]')).click()
  return menu(page, name)
}
