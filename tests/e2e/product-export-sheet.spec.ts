import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { chosen, columnsTab, dialog, openExport, start } from './export-page.ts'
import { openProducts, rows, withoutPictures } from './products-page.ts'

const document = 'https://docs.google.com/spreadsheets/d/demo-exports/edit#gid=0'
const url = (page: Page) => dialog(page).getByLabel('Spreadsheet URL')

async function enterUrl(page: Page, typed: string) {
  await url(page).fill(typed)
  await url(page).blur()
}

test.beforeEach(async ({ page, signInAs }) => {
  await withoutPictures(page)
  await signInAs('staff')
  await openProducts(page)
})

test('columns are ordered by drag and by the keyboard', async ({ page }) => {
  await openExport(page)
  await columnsTab(page).click()
  await chosen(page)
    .nth(0)
    .dragTo(chosen(page).nth(3), { targetPosition: { x: 80, y: 28 } })
  await expect(chosen(page).nth(3)).toContainText('Title')
  await expect(chosen(page).nth(0)).toContainText('Seller Code')
  const handle = dialog(page).getByRole('button', { name: 'Reorder Title with the arrow keys' })
  await handle.press('ArrowUp')
  await expect(chosen(page).nth(2)).toContainText('Title')
  await expect(handle).toBeFocused()
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Title: position 3 of 52' })).toBeAttached()
})

test('a choice of columns is saved, loaded, changed and deleted as a template', async ({ page }) => {
  test.slow()
  const name = `Codes ${crypto.randomUUID().slice(0, 8)}`
  await openExport(page)
  await columnsTab(page).click()
  await dialog(page).getByRole('button', { name: 'Clear' }).click()
  for (const column of ['SKU', 'Title']) await dialog(page).getByRole('checkbox', { name: column, exact: true }).check()
  await dialog(page).getByRole('button', { name: 'Save as Template' }).click()
  await dialog(page).getByLabel('Template name').fill('   ')
  await dialog(page).getByRole('button', { name: 'Save as Template' }).click()
  await expect(dialog(page).getByText('Please enter a template name')).toBeVisible()
  await dialog(page).getByLabel('Template name').fill(name)
  await dialog(page).getByLabel('Template name').press('Enter')
  await expect(dialog(page).getByText('Template saved successfully!')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Save as Template' })).toBeFocused()
  await expect(dialog(page).getByText('Template saved successfully!')).toHaveCount(0)

  await dialog(page).getByRole('tab', { name: 'Settings' }).click()
  await dialog(page).getByRole('radio', { name: 'All Fields' }).check()
  await expect(columnsTab(page)).toHaveText('Columns (52)')
  await dialog(page).getByRole('radio', { name }).check()
  await expect(dialog(page).getByText(`Template "${name}" loaded!`)).toBeVisible()
  await expect(columnsTab(page)).toHaveText('Columns (2)')
  await expectFineEverywhere(page)

  const edit = dialog(page).getByRole('button', { name: `Edit template ${name}` })
  const form = dialog(page).getByRole('form', { name: `Edit ${name}` })
  await edit.click()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(edit).toBeFocused()
  await columnsTab(page).click()
  await dialog(page).getByRole('checkbox', { name: 'Vendor', exact: true }).check()
  await dialog(page).getByRole('tab', { name: 'Settings' }).click()
  await expect(dialog(page).getByRole('radio', { name })).not.toBeChecked()
  await edit.click()
  await form.getByLabel('Template name').fill('  ')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a template name')).toBeVisible()
  await form.getByLabel('Template name').fill(`${name} long`)
  await form.getByLabel('Replace its columns by the 3 chosen columns').check()
  // Scrolls back to the top, so that no choice is half below the heading of the dialog.
  await dialog(page).getByRole('radio', { name: 'All Filtered' }).focus()
  await expectFineEverywhere(page)
  await form.getByLabel('Template name').press('Enter')
  await expect(form).toHaveCount(0)
  await expect(edit).toBeFocused()
  await expect(dialog(page).getByRole('radio', { name: `${name} long` })).toBeChecked()
  await expect(dialog(page).getByRole('radio', { name: `${name} long` })).toHaveAccessibleDescription('3 columns')

  const remove = dialog(page).getByRole('button', { name: `Delete template ${name}` })
  await remove.click()
  await expect(dialog(page).getByText('Are you sure you want to delete this template?')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Keep' }).click()
  await expect(dialog(page).getByRole('radio', { name })).toBeVisible()
  await expect(remove).toBeFocused()
  const confirm = dialog(page).getByRole('button', { name: 'Delete', exact: true })
  await page.route(trpc('export.templates.remove'), (route) => route.abort())
  await remove.click()
  await confirm.click()
  await expect(dialog(page).getByText('Failed to delete template')).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await confirm.click()
  await expect(dialog(page).getByText('Template deleted!')).toBeVisible()
  await expect(dialog(page).getByRole('radio', { name })).toHaveCount(0)
  await expect(dialog(page).getByRole('radio').and(page.locator(':focus'))).toHaveCount(1)
})

test('says that there are no templates, and that one cannot be saved', async ({ page }) => {
  await changeAnswer(page, 'export.templates.create', () => failed(500, 'INTERNAL', 'Something went wrong on our side.'))
  await changeAnswer(page, 'export.templates.remove', () => failed(500, 'INTERNAL', 'Something went wrong on our side.'))
  const at = new Date().toISOString()
  const ours = {
    id: 'ours',
    name: 'Ours',
    type: 'product',
    columns: ['Title'],
    lacking: [],
    createdBy: 'us',
    createdAt: at,
    updatedAt: at,
    canEdit: true,
  }
  await changeAnswer(page, 'export.templates.list', () => ({ result: { data: { templates: [ours] } } }))
  await openExport(page)
  await dialog(page).getByRole('button', { name: 'Delete template Ours' }).click()
  await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(dialog(page).getByText('Failed to delete template')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Keep' }).click()
  await dialog(page).getByRole('button', { name: 'Save as Template' }).click()
  await dialog(page).getByLabel('Template name').fill('Codes')
  await dialog(page).getByLabel('Template name').press('Enter')
  await expect(dialog(page).getByText('Failed to save template')).toBeVisible()
})

test('a spreadsheet is looked at when its field is left', async ({ page }) => {
  test.slow()
  await openExport(page)
  await enterUrl(page, 'https://example.com/spreadsheets/d/abc')
  await expect(dialog(page).getByText(/^Invalid spreadsheet URL/)).toBeVisible()
  await enterUrl(page, document)
  await expect(dialog(page).getByText('Valid URL with write access: Demo exports')).toBeVisible()
  await changeAnswer(page, 'export.sheets.verify', () => ({
    result: { data: { hasAccess: false, email: 'exports@demo.test', message: 'Not shared.' } },
  }))
  await enterUrl(page, `${document}1`)
  await expect(dialog(page).getByText('Please share the spreadsheet with exports@demo.test')).toBeVisible()
  await expectFineEverywhere(page)
})

test('an export into a spreadsheet becomes a job, whose sheet holds the rows', async ({ page }, { config }) => {
  const title = (await rows(page).nth(2).locator('td').nth(1).innerText()).trim()
  await rows(page).nth(2).click()
  await openExport(page)
  await enterUrl(page, document)
  await columnsTab(page).click()
  await dialog(page).getByRole('button', { name: 'Clear' }).click()
  for (const column of ['Title', 'Vendor']) await dialog(page).getByRole('checkbox', { name: column, exact: true }).check()
  await start(page).click()
  await expect(dialog(page).getByText('Export job created! You will be notified when complete.')).toBeVisible()
  const news = page.getByRole('status', { name: 'Finished exports' })
  await expect(news).toContainText('Export finished')
  const address = await news.getByRole('link', { name: /^Open the sheet/ }).getAttribute('href')
  expect(address).toMatch(/^https:\/\/docs\.google\.com\/spreadsheets\/d\/demo-exports/)
  await page.goto(`http://127.0.0.1:${config.webServer?.env?.['SANDBOX_PORT']}/spreadsheets/d/demo-exports`)
  await expect(page.getByText(title).first()).toBeVisible()
})

test('an export whose answer was lost is sent again as the same one, and one job is made of it', async ({ page }) => {
  const sent: { key: string | undefined; job: unknown }[] = []
  await page.route('**/api/v1/products/export', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    sent.push({ key: route.request().headers()['idempotency-key'], job: data.job.id })
    await (sent.length === 1 ? route.abort() : route.fulfill({ response }))
  })
  await openExport(page)
  await dialog(page).getByRole('checkbox', { name: 'Export in the background' }).check()
  await dialog(page).getByLabel('Max Items').fill('1')
  await start(page).click()
  await expect(dialog(page).getByText('Failed to start export')).toBeVisible()
  await start(page).click()
  await expect(dialog(page).getByText('Export job created!')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[0]?.key).toMatch(/^[\d-]{10,}$/)
  expect(sent[1]).toEqual(sent[0])
})

test('closes 3 s after the job is made, once nobody is at it', async ({ page }) => {
  await page.clock.install()
  await openExport(page)
  await dialog(page).getByRole('checkbox', { name: 'Export in the background' }).check()
  await dialog(page).getByLabel('Max Items').fill('1')
  await start(page).click()
  const message = dialog(page).getByText('Export job created!')
  await message.hover()
  await page.clock.fastForward(10_000)
  await expect(message).toBeVisible()
  await page.mouse.move(2, 2)
  await page.clock.fastForward(3_000)
  await expect(dialog(page)).toHaveCount(0)
})
