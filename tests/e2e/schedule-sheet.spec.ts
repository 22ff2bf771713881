// Schedules that replace a sheet of a spreadsheet, or update its rows.
import { expect, test } from '#tests/support/playwright.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { action, form, newName, openRepeat, row } from './schedules-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.slow()

const url = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'

test('a schedule updates the rows of a sheet, again and again', async ({ page, signInAs }) => {
  const name = newName()
  const tab = `Stock ${crypto.randomUUID().slice(0, 8)}`
  await signInAs('owner')
  await openRepeat(page)
  await form(page).getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form(page).getByLabel('Result').selectOption('A Google sheet')
  await form(page).getByLabel('Spreadsheet URL').fill(url)
  const mode = form(page).getByLabel('Each run', { exact: true })
  await expect(mode).toHaveValue('new')
  await expect(form(page).getByText('A new sheet will be created')).toBeVisible()
  await mode.selectOption('Updates the rows of a sheet')
  await expect(form(page).getByText(scheduleMessages.sheetModeHints.update)).toBeVisible()
  await expect(form(page).getByText('A new sheet will be created')).toBeHidden()
  await form(page).getByRole('button', { name: 'Add schedule' }).click()
  await expect(form(page).getByText('Please enter the name of the sheet')).toBeVisible()
  await expect(form(page).getByText('Please choose the column by which rows are found')).toBeVisible()
  await expectFineEverywhere(page)
  await form(page).getByLabel('Name of the sheet').fill(tab)
  await form(page).getByLabel('Rows are found by').selectOption('Vendor')
  await form(page).getByRole('button', { name: 'Add schedule' }).click()
  await page.getByRole('link', { name: 'Show schedules' }).click()

  // A product has several rows, and only the first of them has its vendor.
  await action(page, 'Run now', name).click()
  await expect(row(page, name)).toContainText('nothing in the column “Vendor”', { timeout: 60_000 })
  await action(page, 'Edit', name).click()
  const edit = page.getByRole('dialog', { name: 'Edit schedule' })
  await expect(edit.getByLabel('Name of the sheet')).toHaveValue(tab)
  await edit.getByLabel('Each run', { exact: true }).selectOption('Replaces a sheet')
  await expect(edit.getByLabel('Rows are found by')).toBeHidden()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  for (let run = 0; run < 2; run += 1) {
    await action(page, 'Run now', name).click()
    await expect(row(page, name)).toContainText('Completed', { timeout: 60_000 })
  }
})
