import { expect, type Page } from '@playwright/test'
import { openExport } from './export-page.ts'
import { openProducts } from './products-page.ts'

export const form = (page: Page) => page.getByRole('dialog', { name: 'Repeat export' })
export const nextRuns = (page: Page) => form(page).getByRole('region', { name: 'Next runs' })
export const row = (page: Page, name: string) => page.getByRole('table', { name: 'Schedules' }).locator('tbody').filter({ hasText: name })
/** The button of a schedule's action. */
export const action = (page: Page, label: string, name: string) => page.getByRole('button', { name: `${label}: ${name}`, exact: true })
export const newName = () => `Schedule ${crypto.randomUUID().slice(0, 8)}`

/** Opens the form of a schedule for the products of the shown store. */
export async function openRepeat(page: Page) {
  await openProducts(page)
  await openExport(page)
  await page.getByRole('button', { name: 'Repeat…' }).click()
  await expect(nextRuns(page).getByRole('listitem')).toHaveCount(5)
}

export async function deleteSchedule(page: Page, name: string) {
  await action(page, 'Delete', name).click()
  await page.getByRole('dialog', { name: 'Delete schedule' }).getByRole('button', { name: 'Delete' }).click()
  await expect(action(page, 'Delete', name)).toHaveCount(0)
}
