// The bell: what failed is counted and listed once, leads to the job, and stays read.
import type { Page } from '@playwright/test'
import { failed as refusal } from '#tests/support/answer.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, widths } from '#tests/support/playwright.ts'
import { changeAnswers } from './calls.ts'

type Role = 'admin' | 'staff'
type Rest = (role: Role, method: string, path: string, body?: object) => Promise<{ status: number; body: unknown }>

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const calmBell = (page: Page) => page.getByRole('button', { name: 'Notifications', exact: true })
const list = (page: Page) => page.getByRole('list', { name: 'Notifications' })
const entryOf = (page: Page, id: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href$="job=${id}"]`) })

const jobIn = (body: unknown) => Object(body).data.job
/** Makes an export into a spreadsheet that does not exist. */
async function makeFailing(rest: Rest, role: Role = 'admin'): Promise<string> {
  const { body } = await rest(role, 'GET', '/stores?active=true&permission=products:export')
  const storeId: string = Object(body).stores[0].id
  const sheetExport = `https://docs.google.com/spreadsheets/d/${crypto.randomUUID()}`
  const config = { fields: ['Title'], exportFormat: 'sheet', sheetExport }
  return jobIn((await rest(role, 'POST', '/products/export', { storeId, config })).body).id
}
const failed = async (rest: Rest, id: string, count: number, role: Role = 'admin') =>
  expect
    .poll(async () => {
      const { notifications } = Object((await rest(role, 'GET', '/notifications')).body).data
      return notifications.find(({ problemKey }: { problemKey: string }) => problemKey === `job:${id}`)?.count
    })
    .toBe(count)

// One person's notifications.
test.describe.configure({ mode: 'default' })

test('an export that fails is counted by the bell, listed once, and leads to the job', async ({ page, rest, signInAs }) => {
  await rest('admin', 'POST', '/notifications/read', { all: true })
  await signInAs('admin')
  const stream = page.waitForResponse('**/api/v1/events')
  await page.goto('/dashboard')
  await expect(calmBell(page)).toBeVisible()
  await stream
  const id = await makeFailing(rest)
  // The page hears of it without a reload.
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible()
  await failed(rest, id, 1)
  await bell(page).click()
  const entry = entryOf(page, id)
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('Your product export failed')
  await expect(calmBell(page)).toBeVisible()
  await entry.getByRole('link', { name: 'Show' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/jobs' && url.searchParams.get('job') === id)
  await expect(page.getByRole('table', { name: 'Jobs' }).getByRole('rowheader')).toHaveCount(1)
  await expect(list(page)).toHaveCount(0)

  // The same problem again is no news.
  expect((await rest('admin', 'POST', `/jobs/${id}/retry`)).status).toBe(200)
  await failed(rest, id, 2)
  await page.reload()
  await expect(calmBell(page)).toBeVisible()
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(entry).toHaveCount(1)
  await expect(entry).toContainText('2 times')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
})

test('all are marked as read at once, on a phone, too', async ({ page, rest, signInAs }) => {
  await signInAs('admin')
  const id = await makeFailing(rest)
  await failed(rest, id, 1)
  await page.setViewportSize(widths.phone)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.goto('/jobs')
  await bell(page).click()
  await expect(entryOf(page, id)).toContainText('New')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(calmBell(page)).toBeVisible()
  await bell(page).click()
  await expect(entryOf(page, id)).not.toContainText('New')
})

test('who sees only their own exports is led to those, by the bell and by the link of a mail', async ({ page, rest, signInAs }) => {
  const id = await makeFailing(rest, 'staff')
  await failed(rest, id, 1, 'staff')
  await signInAs('staff')
  await page.goto('/products')
  await bell(page).click()
  await list(page).getByRole('link', { name: 'Show' }).first().click()
  const mine = page.getByRole('list', { name: 'My exports' })
  await expect(mine).toContainText('Failed')
  await expect(page).toHaveURL(({ pathname }) => pathname === '/products')
  await page.keyboard.press('Escape')
  await expect(mine).toHaveCount(0)
  await page.reload()
  await expect(bell(page)).toBeVisible()
  await expect(mine).toHaveCount(0)
  await page.goto(`/jobs?job=${id}`)
  await expect(page).toHaveURL('/dashboard')
  await expect(mine).toContainText('Failed')
  await expectAccessible(page)
})

test('what happens between the first calls of a page and its stream of events is seen', async ({ page, rest, signInAs }) => {
  await rest('admin', 'POST', '/notifications/read', { all: true })
  await signInAs('admin')
  const opening = Promise.withResolvers<void>()
  await page.route('**/api/v1/events', async (route) => {
    await opening.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  await expect(calmBell(page)).toBeVisible()
  const id = await makeFailing(rest)
  await failed(rest, id, 1)
  opening.resolve()
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible()
})

test('notifications and exports that cannot be loaded are not shown as none', async ({ page, signInAs }) => {
  await signInAs('staff')
  const sentence = 'The database is not responding'
  const internal = () => refusal(500, 'INTERNAL', sentence)
  await changeAnswers(page, { 'profile.notifications.list': internal, 'export.jobs.list': internal })
  await page.goto('/products')
  for (const name of ['Notifications', 'My exports']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name }).getByRole('alert')).toHaveText(sentence)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  }
})
