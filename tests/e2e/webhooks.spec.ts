import type { Page } from '@playwright/test'
import { reactions, startReceiver } from '#tests/support/receiver.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const secretIn = (page: Page) => dialog(page, 'Webhook secret').getByLabel('Secret').and(page.locator('input')).inputValue()
const acknowledge = (page: Page) => page.getByRole('button', { name: 'OK', exact: true }).click()

test('a webhook is added, gets another secret, is switched off and deleted', async ({ page, signInAs }) => {
  await using receiver = await startReceiver()
  await signInAs('owner')
  await page.goto('/settings?tab=webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = dialog(page, 'Add webhook')
  const name = `Hook ${crypto.randomUUID()}`
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Address').fill('http://warehouse.example/hook')
  await form.getByLabel('Address').press('Enter')
  await expect(form.getByText('The address must begin with https://')).toBeVisible()
  await form.getByRole('checkbox', { name: 'All stores' }).uncheck()
  await form.getByRole('checkbox', { name: 'North Supply' }).check()
  await expectFineEverywhere(page)
  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Add webhook' }).click()
  const secret = await secretIn(page)
  expect(secret).toMatch(/^whsec_/)
  await acknowledge(page)
  await expect(row(page, name)).toContainText('North Supply')
  await page.getByRole('button', { name: `Replace secret: ${name}` }).click()
  await expect(dialog(page, 'Replace secret')).toContainText('For 24 hours, each delivery is signed with the old and the new one')
  await dialog(page, 'Replace secret').getByRole('button', { name: 'Replace secret' }).click()
  expect(await secretIn(page)).not.toBe(secret)
  await acknowledge(page)
  await page.getByRole('button', { name: `Switch off: ${name}` }).click()
  await expect(row(page, name)).toContainText('Off')
  await page.getByRole('button', { name: `Delete: ${name}` }).click()
  await dialog(page, 'Delete webhook').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(name)).toHaveCount(0)
})

test('a test tells how it went', async ({ page, rest, signInAs }) => {
  await using receiver = await startReceiver()
  const name = `Hook ${crypto.randomUUID()}`
  expect((await rest('owner', 'POST', '/webhooks', { name, url: receiver.url })).status).toBe(201)
  await signInAs('owner')
  await page.goto('/settings?tab=webhooks')
  const send = page.getByRole('button', { name: `Send a test: ${name}` })
  await send.click()
  await expect(row(page, name)).toContainText(/Delivered in [\d,]+ ms/)
  receiver.reactions.push(reactions.status(500))
  await send.click()
  await expect(row(page, name)).toContainText('It answered with status 500')
  await expectFineEverywhere(page)
})

test('a failed delivery is sent again', async ({ page, rest, signInAs }) => {
  await using receiver = await startReceiver()
  const name = `Hook ${crypto.randomUUID()}`
  const made = (await rest('owner', 'POST', '/webhooks', { name, url: receiver.url })).body as { data: { webhook: { id: string } } }
  receiver.reactions.push(reactions.status(500))
  await rest('owner', 'POST', `/webhooks/${made.data.webhook.id}/test`)
  await signInAs('owner')
  await page.goto('/settings?tab=webhooks')
  await page.getByRole('button', { name: `Deliveries: ${name}` }).click()
  const delivery = dialog(page, `Deliveries to ${name}`).getByRole('listitem')
  await expect(delivery).toContainText('Failed')
  await delivery.getByText('Body', { exact: true }).click()
  await expect(delivery.getByText('"type":"webhook.test"')).toBeVisible()
  await expectFineEverywhere(page)
  await delivery.getByRole('button', { name: /^Send again/ }).click()
  await expect(delivery).toContainText('Delivered')
  const [first, second] = receiver.received
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})
