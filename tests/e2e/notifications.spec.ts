// The bell: what failed is counted and listed once, leads to the job, and stays read.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { anotherShop } from './shops.ts'

type Rest = (role: 'admin', method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const list = (page: Page) => page.getByRole('list', { name: 'Notifications' })

const jobIn = (body: unknown) => Object(body).data.job
const failed = async (rest: Rest, id: string, attempts: number) =>
  expect
    .poll(async () => {
      const { status } = jobIn((await rest('admin', 'GET', `/jobs/${id}`)).body)
      const { notifications } = Object((await rest('admin', 'GET', '/notifications')).body).data
      const told = notifications.find(({ problemKey }: { problemKey: string }) => problemKey === `job:${id}`)
      return [status, told?.count]
    })
    .toEqual(['failed', attempts])

test('an export that fails is counted by the bell, listed once, and leads to the job', async ({ page, request, rest, signInAs }, {
  config,
}) => {
  const shop = anotherShop()
  const name = `Bell ${shop.domain.slice(0, 8)}`
  const made = await rest('admin', 'POST', '/stores', { name, ...shop })
  expect(made.status).toBe(201)
  const storeId: string = Object(made.body).data.store.id
  const port = config.webServer?.env?.['SANDBOX_PORT']
  const fault = { shop: shop.domain, kind: 'status', status: 401 }
  expect((await request.post(`http://127.0.0.1:${port}/control/faults`, { data: fault })).ok()).toBe(true)
  await signInAs('admin')
  await page.goto('/dashboard')
  await expect(bell(page)).toBeVisible()
  const { body } = await rest('admin', 'POST', '/products/export', { storeId, config: { fields: ['Title'] } })
  const { id } = jobIn(body)
  // The page hears of it without a reload.
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible()
  await failed(rest, id, 1)
  await bell(page).click()
  const entry = list(page).getByRole('listitem').filter({ hasText: name })
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Your product export failed')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await entry.getByRole('link', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/jobs\?status=failed/)
  await expect(page.getByRole('table', { name: 'Jobs' })).toContainText(name)
  await expect(list(page)).toHaveCount(0)

  expect((await rest('admin', 'POST', `/jobs/${id}/retry`)).status).toBe(200)
  await failed(rest, id, 2)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('2 times')
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
})
