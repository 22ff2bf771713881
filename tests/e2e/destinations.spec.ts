import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { startSftp } from '../../scripts/sftp-server.ts'
import { expectFineEverywhere } from './everywhere.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a server with SFTP is added, tested and confirmed by keyboard', async ({ page, signInAs }) => {
  await using server = await startSftp()
  const name = `Server ${crypto.randomUUID()}`
  await signInAs('owner')
  await page.goto('/settings?tab=destinations')
  await page.getByRole('button', { name: 'Add destination' }).focus()
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Add destination')
  await expect(form.getByLabel(/^Name/)).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await expect(form.getByLabel('Kind')).toBeFocused()
  await page.keyboard.type('Server')
  await page.keyboard.press('Tab')
  await page.keyboard.type('127.0.0.1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(String(server.port))
  await page.keyboard.press('Tab')
  await page.keyboard.type(server.account.username)
  await page.keyboard.press('Tab')
  await expect(form.getByRole('radio', { name: 'Password' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(server.account.password)
  await expectFineEverywhere(page)
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(row(page, name)).toContainText('Key not confirmed')
  await page.getByRole('button', { name: `Test: ${name}` }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toContainText(server.hostKey)
  await expectFineEverywhere(page)
  await row(page, name).getByRole('button', { name: 'Confirm this key' }).focus()
  await page.keyboard.press('Enter')
  await expect(row(page, name)).toContainText('Test successful: a small file was written and removed.')
  // The keyboard goes on within the entry.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Edit: ${name}` })).toBeFocused()
  await page.getByRole('button', { name: `Delete: ${name}` }).click()
  await dialog(page, 'Delete destination').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('a destination that fails says why in one sentence', async ({ page, rest, signInAs }) => {
  const name = `Bucket ${crypto.randomUUID()}`
  const settings = { bucket: 'exports', endpoint: 'http://127.0.0.1:9', accessKeyId: 'AKIA1' }
  const made = await rest('owner', 'POST', '/destinations', { name, kind: 's3', settings, secrets: { secretAccessKey: 'hidden' } })
  expect(made.status).toBe(201)
  await signInAs('owner')
  await page.goto('/settings?tab=destinations')
  await page.getByRole('button', { name: `Test: ${name}` }).click()
  await expect(row(page, name)).toContainText('The destination refused the connection.')
  await expectFineEverywhere(page)
  // Otherwise the dialogs of exports would offer it to all other tests.
  expect((await rest('owner', 'DELETE', `/destinations/${Object(made.body).data.destination.id}`)).status).toBe(200)
})
