import { expect, test } from '#tests/support/playwright.ts'
import { available, dialog, openExport } from './order-export-page.ts'
import { openOrders } from './orders-page.ts'

test('columns beyond the 61 stand in a group of their own, which All leaves alone, and are chosen by the keyboard', async ({
  page,
  signInAs,
}) => {
  await signInAs('manager')
  await openOrders(page)
  await openExport(page)
  await available(page).getByRole('button', { name: 'All', exact: true }).click()
  await available(page).getByRole('textbox').fill('tax 1')
  await expect(available(page).getByRole('heading', { level: 4 })).toHaveText(['More Columns'])
  await expect(available(page).getByRole('listitem')).toHaveText(['Tax 1 Name', 'Tax 1 Value'])
  const name = available(page).getByRole('checkbox', { name: 'Tax 1 Name' })
  await expect(name).not.toBeChecked()
  await name.focus()
  await page.keyboard.press('Space')
  await expect(dialog(page).getByText('1 store · 62 columns')).toBeVisible()
  await available(page).getByRole('textbox').fill('duties')
  await expect(available(page).getByRole('checkbox', { name: 'Duties' })).not.toBeChecked()
  await available(page).getByRole('button', { name: 'Reset' }).click()
  await expect(dialog(page).getByText('1 store · 54 columns')).toBeVisible()
})
