import { expect, type Page } from '@playwright/test'
import { forgetStore } from './calls.ts'

/** The rows of the list, without the header. */
export const rows = (page: Page) => page.getByRole('region', { name: 'Orders' }).locator('tbody').getByRole('row')
export const names = (page: Page) => rows(page).locator('td:nth-child(2)').allInnerTexts()
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits until the list shows the last request. */
export async function settled(page: Page) {
  await expect(page.getByRole('status', { name: 'Loading orders' })).toHaveCount(0)
}

export async function openOrders(page: Page, search = '') {
  await page.goto(`/orders${search}`)
  await expect(page.getByRole('heading', { name: 'Orders', level: 1, exact: true })).toBeVisible()
  await settled(page)
}

/** Opens the selector, selects in it, and closes it. */
export async function pickStores(page: Page, opener: string, pick: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await forgetStore(page)
  await button(page, opener).click()
  await pick(page.getByRole('group', { name: 'Stores' }))
  await page.keyboard.press('Escape')
  await settled(page)
}
