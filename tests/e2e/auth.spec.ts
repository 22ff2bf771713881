import type { Page } from '@playwright/test'
import { expect, test, type DemoRole } from '#tests/support/playwright.ts'
import { demoPassword } from '../../scripts/demo-data.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, holdBack, sentCalls, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'

const tokenCall = '**/api/auth/token?*'
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

const press = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' }).click()

async function fillIn(page: Page, email: string, password = demoPassword) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await signInButton(page).click()
}

/** A separate session, which the test may end. */
async function signInByHand(page: Page, role: DemoRole) {
  await page.goto('/login')
  await fillIn(page, `${role}@demo.test`)
  await expect(page).toHaveURL('/dashboard')
}

test.describe('login screen', () => {
  test('is shown to who is signed out, with all its parts', async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
    await expect(
      page.getByText('If you see an "Access Restricted" error, an administrator must add your email to the authorized list.'),
    ).toBeVisible()
    await expect(page.getByText("New user? You'll receive an invitation email from your administrator.")).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
    await expect(page).toHaveTitle(/^Welcome back · /)
    await expectFineEverywhere(page)
  })

  test('is opened by who is signed out without a word in the console', async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => void said.push(message.text()))
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    expect(said).toEqual([])
  })

  test('sends who is signed in to the dashboard', async ({ page, signInAs }) => {
    await signInAs('viewer')
    await page.goto('/login')
    await expect(page).toHaveURL('/dashboard')
  })

  test('shows a spinner while the session loads', async ({ page }) => {
    const release = await holdBack(page, tokenCall)
    await page.goto('/login')
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  test('says no to a wrong password and lets the right one in', async ({ page }) => {
    await page.goto('/login')
    await fillIn(page, 'viewer@demo.test', 'not-the-password')
    await expect(page.getByRole('alert')).toHaveText('Invalid email or password')
    const profile = page.waitForRequest(/profile\.get/)
    await fillIn(page, 'viewer@demo.test')
    await expect(page).toHaveURL('/dashboard')
    expect((await profile).headers()['authorization']).toMatch(/^Bearer \S+/)
  })

  test('says that there is no network, and lets in what was typed when there is one again', async ({ page, context }) => {
    await page.goto('/login')
    await expect(signInButton(page)).toBeVisible()
    await context.setOffline(true)
    await fillIn(page, 'viewer@demo.test')
    await expect(page.getByRole('alert')).toHaveText('You are offline. Nothing can be loaded or saved.')
    await context.setOffline(false)
    await signInButton(page).click()
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('third-party sign-in', () => {
  const start = '**/api/auth/sign-in/social'

  test('goes on at the provider and comes back to this origin', async ({ page, baseURL }) => {
    await page.route(start, (route) => route.fulfill({ json: { url: `${baseURL}/robots.txt` } }))
    await page.goto('/login')
    const request = page.waitForRequest(start)
    await press(page)
    expect((await request).postDataJSON()).toEqual({ provider: 'google', callbackURL: '/auth/callback' })
    await expect(page).toHaveURL('/robots.txt')
  })
})

test.describe('session', () => {
  test('is kept over a reload and in a new tab', async ({ page, context }) => {
    await signInByHand(page, 'viewer')
    await page.reload()
    await expect(page.getByText('vera', { exact: false }).first()).toBeVisible()
    const tab = await context.newPage()
    await tab.goto('/dashboard')
    await expect(tab.getByRole('button', { name: 'Logout' })).toBeVisible()
  })

  test('is renewed when 90 s are left, and the profile with it', async ({ page, signInAs }) => {
    await page.clock.install()
    await signInAs('viewer')
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
    const profiles = sentCalls(page, 'profile.get')
    const renewals: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/auth/token')) renewals.push(request.url())
    })
    await page.clock.fastForward((3_600 - 95) * 1_000)
    expect(renewals).toEqual([])
    await page.clock.fastForward(6_000)
    await expect.poll(() => [renewals.length, profiles.length]).toEqual([1, 1])
  })

  test('brings who was signed out back to where they wanted to go', async ({ page }) => {
    await page.goto('/products?search=shirt')
    await expect(page).toHaveURL('/login')
    await fillIn(page, 'viewer@demo.test')
    await expect(page).toHaveURL(/\/products\?search=shirt/)
  })

  test('ends with any 401, on the login screen', async ({ page, signInAs }) => {
    await signInAs('manager')
    await page.goto('/dashboard')
    await expect(page.getByText('Total Stores')).toBeVisible()
    await changeAnswer(page, 'products.list', () => failed(401, 'SIGNED_OUT', 'Not authenticated. Please log in again.'))
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
    await fillIn(page, 'manager@demo.test')
    await expect(page).toHaveURL(/\/products/)
  })

  test('leaves nothing for the next user of the browser', async ({ page }) => {
    await signInByHand(page, 'manager')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
    await expect(page.getByText('Harbor & Pine').first()).toBeAttached()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await fillIn(page, 'viewer@demo.test')
    await expect(page).toHaveURL('/dashboard')
    const release = await holdBack(page, trpc('stores.list'))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
    await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
    await expect(page.getByText('Harbor & Pine')).toHaveCount(0)
    release()
    await expect(page.getByText('Gift Barn').first()).toBeAttached()
  })

  test('of somebody else in the same browser leaves nothing of the first one in an open tab', async ({ page, signInAs }) => {
    const renewAs = async (role: DemoRole) => {
      await signInAs(role)
      await page.clock.fastForward(3_600_000)
    }
    await page.clock.install()
    await signInAs('owner')
    await page.goto('/users')
    await page.getByRole('button', { name: 'Invite User' }).click()
    await page.getByLabel('Full name').fill('Half-filled')
    await renewAs('manager')
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('manager@demo.test')).toBeVisible()
    await expect(page.getByText('Harbor & Pine').first()).toBeVisible()
    await renewAs('viewer')
    await expect(page.getByText('viewer@demo.test')).toBeVisible()
    await expect(page.getByText('Harbor & Pine')).toHaveCount(0)
    await expect(page.getByText('Total Stores')).toHaveCount(0)
  })

  test('ends with Logout, at the provider too', async ({ page }) => {
    await signInByHand(page, 'viewer')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
  })

  test('ends here even when the provider cannot be told, and stays ended', async ({ page }) => {
    await signInByHand(page, 'viewer')
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert')).toHaveText('The server could not be reached. Please check your connection.')
    await page.unroute('**/api/auth/sign-out')
    const told = page.waitForResponse('**/api/auth/sign-out')
    await page.reload()
    expect((await told).status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })
})
