// Exports that run by themselves: made from a dialog, run at once, paused and resumed.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { openExport } from './export-page.ts'
import { openProducts } from './products-page.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Repeat export' })
const nextRuns = (page: Page) => form(page).getByRole('region', { name: 'Next runs' })
const row = (page: Page, name: string) => page.getByRole('table', { name: 'Schedules' }).locator('tbody').filter({ hasText: name })

test('a schedule is made from the export dialog, run, paused, resumed and deleted', async ({ page, signInAs }) => {
  test.slow()
  const name = `Mornings ${crypto.randomUUID().slice(0, 8)}`
  await signInAs('owner')
  await openProducts(page)
  await openExport(page)
  await page.getByRole('button', { name: 'Repeat…' }).click()
  await form(page).getByLabel('Name').fill(name)
  await expect(nextRuns(page).getByRole('listitem')).toHaveCount(5)
  await form(page).getByLabel('How often').selectOption('By a cron text')
  await form(page).getByLabel('Cron text').fill('0 6 * *')
  await expect(nextRuns(page)).toContainText('A cron text has five fields')
  await form(page).getByLabel('Cron text').fill('0 6 * * 1-5')
  await expect(nextRuns(page).getByRole('listitem')).toHaveCount(5)
  await expectFineEverywhere(page)
  await form(page).getByRole('button', { name: 'Add schedule' }).click()
  await page.getByRole('link', { name: 'Show schedules' }).click()
  await expect(page).toHaveURL('/jobs/schedules')
  await expect(row(page, name)).toContainText('Cron: 0 6 * * 1-5')
  await row(page, name).getByRole('button', { name: 'Run now' }).click()
  await expect(row(page, name)).toContainText('Completed', { timeout: 30_000 })
  await row(page, name).getByRole('button', { name: 'Pause' }).click()
  await expect(row(page, name)).toContainText('To go on, press Resume.')
  await expectFineEverywhere(page)
  await row(page, name).getByRole('button', { name: 'Resume' }).click()
  await expect(row(page, name)).toContainText('Active')
  await row(page, name).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete schedule' }).getByRole('button', { name: 'Delete' }).click()
  await expect(row(page, name)).toHaveCount(0)
})
