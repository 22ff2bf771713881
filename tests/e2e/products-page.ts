import { expect, type Page } from '@playwright/test'
import { forgetStore } from './calls.ts'

/** The rows of the list, without the header. */
export const rows = (page: Page) => page.getByRole('region', { name: 'Products' }).locator('tbody').getByRole('row')
export const titles = (page: Page) => rows(page).locator('td:nth-child(2)').allInnerTexts()
export const checkboxes = (page: Page) => rows(page).getByRole('checkbox')
export const storeSelect = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Store: / })
export const badge = (page: Page) => page.getByRole('button', { name: /^Filters/ })
export const menu = (page: Page, name: string) => page.getByRole('dialog', { name })

/** The catalogue's pictures do not exist, and tests must not call outside addresses. */
export const withoutPictures = (page: Page) => page.route('https://cdn.example.com/**', (route) => route.abort())

/** Waits until the list shows the last request. */
export async function settled(page: Page) {
  await expect(page.getByRole('status', { name: 'Loading products' })).toHaveCount(0)
}

export async function openProducts(page: Page, search = '') {
  await page.goto(`/products${search}`)
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  await settled(page)
}

/** Opens another screen with the sidebar. */
export async function goTo(page: Page, name: 'Dashboard' | 'Products') {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

export async function chooseStore(page: Page, name: string) {
  await forgetStore(page)
  await storeSelect(page).click()
  await page.getByRole('option', { name }).click()
  await expect(storeSelect(page)).toHaveAccessibleName(`Store: ${name}`)
  await settled(page)
}

export const openFilters = (page: Page) => page.getByRole('button', { name: 'Filters' }).click()

/** Opens one of the filter dropdowns and waits for its values. */
export async function openMenu(page: Page, name: string) {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name }).click()
  return menu(page, name)
}
