// The key of the Google service account in Settings, against the emulated Google.
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const sheet = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit`

/** Tries a spreadsheet, by the keyboard alone. */
async function tryOut(page: Page, id: string) {
  const field = page.getByLabel('Spreadsheet URL')
  await field.fill(sheet(id))
  await field.press('Enter')
}

test('a key is pasted, its address shared, a spreadsheet tested, and the key removed', async ({ page, request, signInAs }, { config }) => {
  const sandbox = `http://127.0.0.1:${config.webServer?.env?.['SANDBOX_PORT']}/control/sheets`
  const keyFile = async (from: APIRequestContext) => (await from.get(`${sandbox}/key`)).text()
  const own = `key-${crypto.randomUUID()}`
  await request.post(`${sandbox}/documents`, { data: { id: own, title: 'Our prices', access: 'editor' } })
  await signInAs('owner')
  await page.goto('/settings?tab=google')
  await expect(page.getByText("The key is from the server's environment")).toBeVisible()
  await expect(page.getByLabel('Address to share spreadsheets with')).toHaveValue(/@.*\.iam\.gserviceaccount\.com$/)
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expectFineEverywhere(page)

  await press(page, 'Save another key')
  const form = dialog(page, 'Replace Google key')
  await expect(form.getByLabel('JSON key file')).toBeFocused()
  await form.getByLabel('JSON key file').fill('{"installed": {"client_id": "x"}}')
  await form.getByRole('button', { name: 'Save key' }).click()
  await expect(form.getByText('This is the file of an OAuth client.')).toBeVisible()
  await expectFineEverywhere(page)
  await form.getByLabel('JSON key file').fill(await keyFile(request))
  await form.getByRole('button', { name: 'Save key' }).click()
  await expect(page.getByText(/^The key was saved here on/)).toBeVisible()

  await tryOut(page, own)
  await expect(page.getByText('It works: a sheet was written into "Our prices", read, and removed again.')).toBeVisible()
  await tryOut(page, 'demo-read-only')
  await expect(page.getByText('may only view this spreadsheet')).toBeVisible()
  await expectFineEverywhere(page)

  await press(page, 'Remove key')
  const question = dialog(page, 'Remove Google key')
  await expect(question.getByText(/From then on, exports write as/)).toBeVisible()
  await expectFineEverywhere(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText("The key is from the server's environment")).toBeVisible()
})
