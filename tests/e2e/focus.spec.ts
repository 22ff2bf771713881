// The focus after an element disappears: its position, its appearance, and the announcements of screen readers.
import type { Page } from '@playwright/test'
import { contrastOf } from './contrast.ts'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { limits } from '#shared/limits.ts'
import { changeAnswer, holdBack, trpc } from './calls.ts'
import { button, openOrders, rows, settled } from './orders-page.ts'
import { anotherShop } from './shops.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('stays on Next and Previous from page to page, whose number is read out', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  const seen: string[] = []
  const turns = [
    ['Next', 'Showing 50 results, page 2'],
    ['Next', 'Showing 50 results, page 3'],
    ['Previous', 'Showing 50 results, page 2'],
    ['Previous', 'Showing 50 results'],
  ] as const
  for (const [name, status] of turns) {
    await button(page, name).focus()
    await page.keyboard.press('Enter')
    await settled(page)
    await expect(button(page, name)).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText(status)
    seen.push(await rows(page).first().innerText())
  }
  expect(new Set(seen).size).toBe(3)
  await expect(button(page, 'Previous')).toBeDisabled()
  // A link to a later page has no trail, so the page number is unknown.
  await button(page, 'Next').click()
  await settled(page)
  const other = await page.context().newPage()
  await openOrders(other, new URL(page.url()).search)
  await expect(other.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing 50 results')
})

test('stays on Next while the stores are asked for again', async ({ page, signInAs }) => {
  await page.clock.install()
  await signInAs('manager')
  await openOrders(page)
  await button(page, 'Next').focus()
  await page.clock.fastForward(limits.productsCacheMs + 1_000)
  const release = await holdBack(page, trpc('stores.list'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toHaveText('Showing 50 results, page 2')
  await expect(button(page, 'Next')).toBeFocused()
  release()
})

test('goes back to Search, to the next chip, and to the heading behind the last one', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page, '?financialStatus=%22paid%22&createdAfter=2020-01-01')
  await button(page, 'Search').click()
  await expect(page.getByRole('textbox', { name: 'Search orders' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Search')).toBeFocused()
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: /^Remove/ })
  await expect(chips).toHaveCount(2)
  await chips.first().focus()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(1)
  await expect(chips).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(chips).toHaveCount(0)
  await expect(heading(page, 'Orders')).toBeFocused()
})

test('goes to the heading where its store was deleted, which is said', async ({ page, rest, signInAs }) => {
  const name = `Gone ${crypto.randomUUID().slice(0, 8)}`
  const { status } = await rest('owner', 'POST', '/stores', { name, ...anotherShop(), active: false })
  expect(status).toBe(201)
  await signInAs('owner')
  await page.goto('/stores')
  await button(page, `Delete ${name}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('listitem', { name })).toHaveCount(0)
  await expect(heading(page, 'Stores')).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Store deleted.' })).toBeAttached()
})

test('comes back from the second of two dialogs to what opened the first', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/users')
  await button(page, 'Invite User').click()
  const form = page.getByRole('dialog')
  const email = `${crypto.randomUUID()}@e2e.test`
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Full name').fill(email)
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Admin')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('dialog', { name: 'User invited' }).getByRole('button', { name: 'OK' }).click()
  await expect(button(page, 'Invite User')).toBeFocused()
})

/** Sends an invitation that the server refuses once the returned function is called. */
async function refusedLater(page: Page) {
  await page.goto('/users')
  await button(page, 'Invite User').click()
  const form = page.getByRole('dialog', { name: 'Invite Team Member' })
  await form.getByLabel('Email').fill('manager@demo.test')
  await form.getByLabel('Full name').fill('Mai Manager')
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Admin')
  const answer = await holdBack(page, trpc('users.invite'))
  const send = form.getByRole('button', { name: 'Send invitation' })
  await send.focus()
  await page.keyboard.press('Enter')
  await expect(send).toBeDisabled()
  await expect(send).not.toBeFocused()
  return { form, send, answer }
}

test('comes back to the button of a form that the server has refused', async ({ page, signInAs }) => {
  await signInAs('owner')
  const { form, send, answer } = await refusedLater(page)
  answer()
  await expect(form.getByRole('alert')).toBeVisible()
  await expect(send).toBeFocused()
})

test('goes to the form behind a question, not to the screen behind the form', async ({ page, signInAs }) => {
  await signInAs('owner')
  const { form, answer } = await refusedLater(page)
  const question = page.getByRole('dialog', { name: 'Discard changes' })
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(form).toBeFocused()
  answer()
  await expect(form.getByRole('alert')).toBeVisible()
})

test('goes to the heading of another screen, and is said', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Stores' }).click()
  await expect(heading(page, 'Stores')).toBeFocused()
})

test('is never hidden under the head of the table', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  await rows(page).nth(30).getByRole('checkbox').focus()
  const header = await page.getByRole('columnheader', { name: 'Order', exact: true }).boundingBox()
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Shift+Tab')
    const box = await page.locator('tbody :focus').boundingBox({ timeout: 1_000 })
    expect(box?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1)
  }
})

test('selecting is read out, rows have headers, and required fields say so', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openOrders(page)
  const first = rows(page).first()
  await first.getByRole('checkbox').check()
  await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
  await expect(first.getByRole('rowheader')).toHaveText(/^#/)
  await page.goto('/stores')
  await button(page, 'Add Store').click()
  for (const name of ['Name', 'Domain']) await expect(page.getByRole('dialog').getByRole('textbox', { name })).toHaveAttribute('required')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`borders of controls and the ring of the focus are seen in the ${colorScheme}`, async ({ page, signInAs }) => {
    await page.emulateMedia({ colorScheme })
    await changeAnswer(page, 'profile.get', (answer) => {
      const data = Object(answer.result?.data)
      return { result: { data: { ...data, theme: colorScheme } } }
    })
    await signInAs('owner')
    await page.goto('/stores')
    await button(page, 'Add Store').click()
    const form = page.getByRole('dialog')
    await expect(form.getByRole('textbox', { name: 'Domain' })).toBeVisible()
    expect(await contrastOf(form.getByRole('textbox', { name: 'Domain' }), 'border-top-color')).toBeGreaterThanOrEqual(3)
    expect(await contrastOf(form.getByRole('radio', { name: 'ShopBase' }), 'border-top-color')).toBeGreaterThanOrEqual(3)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const focused = form.locator(':focus')
    expect(await contrastOf(focused, 'outline-color')).toBeGreaterThanOrEqual(3)
  })

test('the audit log writes its decisions in full', async ({ page, signInAs }) => {
  await page.setViewportSize({ ...widths.desktop, width: 1280 })
  await signInAs('admin')
  await page.goto('/settings?tab=audit')
  const decision = page.getByRole('region', { name: 'Audit log entries' }).getByText('allowed', { exact: true }).first()
  await expect(decision).toBeVisible()
  expect(await decision.evaluate((label) => label.scrollWidth - label.clientWidth)).toBeLessThanOrEqual(0)
})
