// The current store of a person: the switcher in the sidebar, and the screens that depend on it.
import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test, widths } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, forgetStore, sentCalls } from './calls.ts'
import { accept, invite } from './people.ts'
import { button } from './orders-page.ts'
import { openProducts, storeSelect, withoutPictures } from './products-page.ts'

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const switcher = (page: Page) => sidebar(page).getByRole('button', { name: /^Current store: / })
const search = (page: Page) => page.getByRole('combobox', { name: 'Search stores' })
const options = (page: Page) => page.getByRole('listbox', { name: 'Stores' }).getByRole('option')
const goTo = (page: Page, name: string) => sidebar(page).getByRole('link', { name }).click()

/** A person for this test only, so that other tests do not see the choice. */
async function signInNewPerson(page: Page, context: BrowserContext, origin: string) {
  await withoutPictures(page)
  await context.addCookies([{ ...(await accept(origin, await invite(page.request, origin))), httpOnly: true, sameSite: 'Lax' }])
}

async function openByKeys(page: Page) {
  await page.keyboard.press('Alt+s')
  await expect(search(page)).toBeFocused()
}

async function choose(page: Page, name: string) {
  await switcher(page).click()
  await options(page).filter({ hasText: name }).click()
  await expect(switcher(page)).toContainText(name)
}

test('a chosen store goes along to every screen, and is there again after a reload', async ({ page, context, baseURL }) => {
  await signInNewPerson(page, context, String(baseURL))
  await openProducts(page)
  await expect(page).toHaveURL('/products')
  await expect(storeSelect(page)).toHaveAccessibleName('Store: Gift Barn')
  await expect(switcher(page)).toContainText('Gift Barn')
  await choose(page, 'North Supply')
  await expect(storeSelect(page)).toHaveAccessibleName('Store: North Supply')
  await expect(page).toHaveURL(/\/products\?store=/)
  await goTo(page, 'Orders')
  await expect(button(page, 'North Supply')).toBeVisible()
  await expect(page).toHaveURL(/\/orders\?stores=/)
  await goTo(page, 'Jobs')
  await expect(button(page, 'Store: North Supply')).toBeVisible()
  await goTo(page, 'Dashboard')
  await expect(switcher(page)).toContainText('North Supply')
  await page.goto('/orders?tab=paid')
  await expect(button(page, 'North Supply')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Paid', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL(/stores=/)
  await page.goto('/products')
  await expect(storeSelect(page)).toHaveAccessibleName('Store: North Supply')
})

test('the pickers of the screens choose it too; all stores, and a shared address, are for once', async ({ page, context, baseURL }) => {
  await signInNewPerson(page, context, String(baseURL))
  await page.goto('/orders')
  await button(page, 'Gift Barn').click()
  await page.getByRole('textbox', { name: 'Search stores' }).fill('print')
  const stores = page.getByRole('group', { name: 'Stores' })
  await expect(stores.getByRole('checkbox')).toHaveCount(1)
  await stores.getByRole('button', { name: 'Only Print House' }).click()
  await page.keyboard.press('Escape')
  await expect(switcher(page)).toContainText('Print House')
  await button(page, 'Print House').click()
  await stores.getByRole('checkbox', { name: 'All stores' }).check()
  await page.keyboard.press('Escape')
  await expect(switcher(page)).toContainText('All stores')
  await goTo(page, 'Products')
  await expect(storeSelect(page)).toHaveAccessibleName('Store: Print House')
  const shared = new URL(page.url())
  await choose(page, 'Harbor & Pine')
  await page.goto(shared.href)
  await expect(storeSelect(page)).toHaveAccessibleName('Store: Print House')
  await goTo(page, 'Orders')
  await expect(button(page, 'Print House')).toBeVisible()
  await page.goto('/products')
  await expect(storeSelect(page)).toHaveAccessibleName('Store: Harbor & Pine')
})

test('the other tabs hear of it', async ({ page, context, baseURL }) => {
  await signInNewPerson(page, context, String(baseURL))
  await page.goto('/dashboard')
  await expect(switcher(page)).toContainText('Choose a store')
  const other = await context.newPage()
  await withoutPictures(other)
  await openProducts(other)
  await choose(page, 'Print House')
  await expect(switcher(other)).toContainText('Print House')
  await expect(storeSelect(other)).toHaveAccessibleName('Store: Print House')
  // An address with a store keeps that store.
  await choose(page, 'North Supply')
  await goTo(page, 'Products')
  await expect(storeSelect(page)).toHaveAccessibleName('Store: North Supply')
  await expect(storeSelect(other)).toHaveAccessibleName('Store: Print House')
  await goTo(other, 'Dashboard')
  await expect(switcher(other)).toContainText('North Supply')
})

test('by the keyboard: Alt+S, typing, arrows and the keys 1 to 9', async ({ page, context, baseURL }) => {
  await signInNewPerson(page, context, String(baseURL))
  await openProducts(page)
  await expect(switcher(page)).toBeVisible()
  await openByKeys(page)
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  const names = await options(page).locator('[title]').allInnerTexts()
  await page.keyboard.press('2')
  await expect(storeSelect(page)).toHaveAccessibleName(`Store: ${names[1]}`)
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await openByKeys(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(storeSelect(page)).toHaveAccessibleName(`Store: ${names[2]}`)
  await openByKeys(page)
  await page.keyboard.type('gift')
  await expect(options(page)).toHaveCount(1)
  await page.keyboard.type('1')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await expect(storeSelect(page)).toHaveAccessibleName('Store: Gift Barn')
  await switcher(page).focus()
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(switcher(page)).toBeFocused()
})

const states = ['connected', 'limited', 'refused', 'unreachable', null]
const fifty = Array.from({ length: 50 }, (_, index) => ({
  id: randomUUID(),
  name: `Shop ${String(index + 1).padStart(2, '0')}${index === 6 ? ' with a name that is much too long for its place' : ''}`,
  platform: index % 3 === 0 ? 'shopbase' : 'shopify',
  domain: `shop-${index}.myshopify.com`,
  active: true,
  locationId: null,
  currency: 'EUR',
  timezone: 'UTC',
  credential: 'accessToken',
  state: states[index % states.length] ?? null,
  stateSince: null,
  stateReason: null,
}))

for (const [device, size] of Object.entries(widths))
  test(`fifty stores are listed with their states, and one is found by typing (${device})`, async ({ page, signInAs }) => {
    await page.setViewportSize(size)
    await changeAnswer(page, 'stores.list', () => ({ result: { data: { stores: fifty } } }))
    await forgetStore(page)
    await signInAs('viewer')
    await page.goto('/settings')
    const openNavigation = async () => {
      if (device === 'phone') await page.getByRole('button', { name: 'Open navigation' }).click()
    }
    await openNavigation()
    await switcher(page).click()
    await expect(options(page)).toHaveCount(50)
    await expect(options(page).nth(2)).toContainText('Refused')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      if (process.env['E2E_SHOTS']) await page.screenshot({ path: `${process.env['E2E_SHOTS']}/switcher-${device}-${colorScheme}.png` })
    }
    await page.keyboard.press('ArrowUp')
    await expect(options(page).last()).toBeInViewport()
    await search(page).fill('shop 4')
    await expect(options(page)).toHaveCount(10)
    await options(page).filter({ hasText: 'Shop 44' }).click()
    await openNavigation()
    await expect(switcher(page)).toContainText('Shop 44')
  })

test('without the list of stores it says so, and asks again', async ({ page, signInAs, provokedFault: _fault }) => {
  await changeAnswer(page, 'stores.list', () => failed(503, 'OVERLOADED', 'The server is busy. Please try again in a moment.'))
  await signInAs('viewer')
  await page.goto('/settings')
  const calls = sentCalls(page, 'stores.list')
  await switcher(page).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load stores')
  const before = calls.length
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => calls.length).toBeGreaterThan(before)
})

test('a chosen store that the screen cannot show leaves it with the first one', async ({ page, signInAs }) => {
  await withoutPictures(page)
  await changeAnswer(page, 'profile.get', ({ result }) => ({
    result: { data: { ...Object(result?.data), chosen_store: { id: randomUUID(), name: 'Away', state: null } } },
  }))
  await signInAs('viewer')
  await openProducts(page)
  await expect(page).toHaveURL('/products')
  await expect(page.getByText('was deleted, or you have no access')).toHaveCount(0)
  await expect(switcher(page)).not.toContainText('Away')
})
