import type { Page } from '@playwright/test'
import { productTitle } from '#shared/brand.ts'
import { expect, expectAccessible, test, widths } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, holdBack, sentCalls, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'

const entries = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const broken = () => failed(500, 'INTERNAL', 'Something went wrong on our side.')
const pixel = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Overrides fields of the user in the answer of the profile call. */
const changeUser = (page: Page, change: object) =>
  changeAnswer(page, 'profile.get', (answer) => {
    const { user, ...rest } = Object(answer.result?.data)
    return { result: { data: { ...rest, user: { ...user, ...change } } } }
  })

test.describe('guards', () => {
  for (const [what, address] of [
    ['session', '**/api/auth/token?*'],
    ['profile', trpc('profile.get')],
  ] as const)
    test(`a spinner stands in the middle until the ${what} is there`, async ({ page, signInAs }) => {
      const release = await holdBack(page, address)
      await signInAs('manager')
      await page.goto('/stores')
      const spinner = page.getByRole('status', { name: 'Loading' })
      await expect(spinner).toBeVisible()
      const box = await spinner.boundingBox()
      expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - widths.desktop.width / 2)).toBeLessThan(2)
      const wheel = await spinner.locator('> *').boundingBox()
      expect(Math.abs((wheel?.y ?? 0) + (wheel?.height ?? 0) / 2 - widths.desktop.height / 2)).toBeLessThan(2)
      await expect(page).toHaveURL('/stores')
      await expect(entries(page)).toHaveCount(0)
      release()
      await expect(page.getByRole('heading', { name: 'Stores', exact: true })).toBeVisible()
    })
})

test.describe('sidebar', () => {
  for (const [role, labels] of [
    ['owner', ['Dashboard', 'Stores', 'Products', 'Orders', 'Tracking', 'Jobs', 'Team', 'Settings']],
    ['manager', ['Dashboard', 'Stores', 'Products', 'Orders', 'Tracking', 'Jobs', 'Settings']],
    ['staff', ['Dashboard', 'Products', 'Orders', 'Tracking', 'Settings']],
    ['viewer', ['Dashboard', 'Products', 'Orders', 'Settings']],
  ] as const)
    test(`shows the ${role} the screens that they may open, and they open`, async ({ page, signInAs }) => {
      await signInAs(role)
      await page.goto('/dashboard')
      await expect(entries(page)).toHaveText([...labels])
      for (const label of labels) {
        await entries(page).filter({ hasText: label }).click()
        await expect(page).toHaveURL(new RegExp(`/${label === 'Team' ? 'users' : label.toLowerCase()}`))
        await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
        await expect(entries(page).filter({ hasText: label })).toHaveAttribute('aria-current', 'page')
      }
    })

  test('shows the avatar, and the initial where it is broken', async ({ page, signInAs }) => {
    await changeUser(page, { avatar_url: pixel })
    await signInAs('manager')
    await page.goto('/dashboard')
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await expect(sidebar.locator(`img[src="${pixel}"]`)).toBeVisible()
    await changeUser(page, { avatar_url: 'data:image/png;base64,AAAA' })
    await page.evaluate(() => window.dispatchEvent(new Event('profileUpdated')))
    await expect(sidebar.getByText('M', { exact: true })).toBeVisible()
  })

  test('shows the product name without a logo, and a new logo as soon as it is announced', async ({ page, signInAs }) => {
    await signInAs('viewer')
    await page.goto('/dashboard')
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await expect(sidebar.getByText(productTitle)).toBeVisible()
    await changeAnswer(page, 'settings.get', () => ({ result: { data: { settings: { logo_url: pixel } } } }))
    await page.evaluate(() => window.dispatchEvent(new Event('logoUpdated')))
    await expect(sidebar.getByRole('img', { name: productTitle })).toHaveAttribute('src', pixel)
  })

  test('asks for the settings again only when they are 60 s old', async ({ page, signInAs }) => {
    await page.clock.install()
    await signInAs('manager')
    const calls = sentCalls(page, 'settings.get')
    await page.goto('/dashboard')
    await expect(entries(page)).toHaveCount(7)
    const visit = async (label: string) => {
      await entries(page).filter({ hasText: label }).click()
      await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
    }
    await page.clock.fastForward(40_000)
    await visit('Stores')
    expect(calls).toHaveLength(1)
    await page.clock.fastForward(40_000)
    await visit('Dashboard')
    await expect.poll(() => calls.length).toBe(2)
  })

  test('opens over the screen on a phone, and closes with Escape and with a choice', async ({ page, signInAs }) => {
    await page.setViewportSize(widths.phone)
    await signInAs('manager')
    await page.goto('/dashboard')
    await expect(page.getByText('Total Stores')).toBeVisible()
    await expect(entries(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await expect(entries(page)).toHaveCount(7)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await page.keyboard.press('Escape')
    await expect(entries(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Open navigation' }).click()
    await entries(page).filter({ hasText: 'Stores' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Stores' })).toBeVisible()
    await expect(entries(page)).toHaveCount(0)
  })

  test('lets the keyboard skip to the content', async ({ page, signInAs }) => {
    await signInAs('viewer')
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expectFineEverywhere(page)
  })
})

test.describe('permissions', () => {
  test('are gone when they cannot be fetched again, and are back when they can', async ({ page, signInAs }) => {
    await signInAs('owner')
    await page.goto('/dashboard')
    await expect(entries(page)).toHaveCount(8)
    await changeAnswer(page, 'profile.get', broken)
    await page.evaluate(() => window.dispatchEvent(new Event('profileUpdated')))
    await expect(entries(page)).toHaveText(['Dashboard', 'Settings'])
    await page.unrouteAll({ behavior: 'wait' })
    await page.evaluate(() => window.dispatchEvent(new Event('profileUpdated')))
    await expect(entries(page)).toHaveCount(8)
  })

  test('are not fetched again because the window gets the focus', async ({ page, context, signInAs }) => {
    await signInAs('manager')
    await page.goto('/dashboard')
    await expect(page.getByText('Total Stores')).toBeVisible()
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    const other = await context.newPage()
    await other.bringToFront()
    await page.bringToFront()
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await entries(page).filter({ hasText: 'Products' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    expect(calls.filter((url) => /profile\.get|settings|auth/.test(url))).toEqual([])
  })
})
