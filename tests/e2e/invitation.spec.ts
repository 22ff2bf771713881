import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { holdBack } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { invite } from './people.ts'

const acceptCall = '**/api/auth/accept-invite'
const atLogin = (page: Page) => expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()

const now = Date.parse('2026-11-21T08:00:00Z')

/** Stops the clock. Only the test advances it. */
async function stopClock(page: Page) {
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 1_000)
}

/** Expects the current screen until the time is up, then the login screen. */
async function expectLoginAfter(page: Page, ms: number) {
  const before = new URL(page.url()).pathname
  await page.clock.runFor(ms - 50)
  expect(new URL(page.url()).pathname).toBe(before)
  await page.clock.runFor(100)
  await expect(page).toHaveURL('/login')
  await page.clock.resume()
  await atLogin(page)
}

test.describe('invitation', () => {
  test('leads from the mailed link to the login screen, once', async ({ page, request, baseURL }) => {
    const invited = await invite(request, String(baseURL))
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    const release = await holdBack(page, acceptCall)
    await stopClock(page)
    const sent = page.waitForRequest(acceptCall)
    await page.goto(invited.link)
    await expect(page.getByRole('status', { name: 'Accepting the invitation' })).toBeVisible()
    expect(visited).toContain(invited.link.replace('/#', '/accept-invite#'))
    await expect(page).toHaveURL('/accept-invite')
    expect((await sent).postDataJSON()).toEqual(invited.tokens)
    release()
    await expect(page.getByText('Invitation accepted! You can now login with your email using Google.')).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveText([
      'You will be redirected to login.',
      'Click “Sign in with Google”.',
      `Use the e-mail address ${invited.email}.`,
    ])
    await expectLoginAfter(page, 3_000)
    await expectFineEverywhere(page)

    await page.goto(invited.link)
    await expect(page.getByRole('alert')).toHaveText(/^Failed to accept invitation: This link is no longer valid/)
  })
})

test.describe('callback of a third-party sign-in', () => {
  for (const [what, fragment, ms] of [
    ['', '', 1_000],
    [' with an invitation', '#type=invite', 1_500],
  ] as const)
    test(`goes to the dashboard${what} after ${ms} ms`, async ({ page, signInAs }) => {
      await signInAs('viewer')
      await stopClock(page)
      await page.goto(`/auth/callback${fragment}`)
      await expect(page.getByRole('heading', { name: 'Completing sign in...' })).toBeVisible()
      await page.clock.runFor(ms - 50)
      expect(new URL(page.url()).pathname).toBe('/auth/callback')
      await page.clock.runFor(100)
      await expect(page).toHaveURL('/dashboard')
    })

  test('shows on the login screen that access is restricted', async ({ page }) => {
    await page.goto('/login?error=access_restricted')
    await expect(page.getByRole('alert')).toHaveText('Access Restricted: ask an administrator to add your email to the authorized list.')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Please enter your password')).toBeVisible()
    await expectFineEverywhere(page)
  })
})

test.describe('forgotten password', () => {
  test('is asked for by e-mail, and the answer tells nothing', async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page).toHaveURL('/reset-password')
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@nobody.test`)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByRole('status')).toContainText('This server sends no mail. If this email is on the authorized list')
    await expectFineEverywhere(page)
  })

  test('is replaced by the mailed link, whose secret leaves the address', async ({ page }) => {
    await page.goto('/reset-password#token=secret')
    await expect(page).toHaveURL('/reset-password')
    const [password, again] = [page.getByLabel('New password', { exact: true }), page.getByLabel('Confirm password', { exact: true })]
    await password.fill('short')
    await again.fill('other')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await password.fill('quite-a-long-one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await again.fill('quite-a-long-one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toHaveText(/no longer valid/)
    await expectFineEverywhere(page)
    const sent = page.waitForRequest('**/api/auth/reset-password')
    await page.route('**/api/auth/reset-password', (route) => route.fulfill({ json: { success: true } }))
    await page.getByRole('button', { name: 'Save password' }).click()
    expect((await sent).postDataJSON()).toEqual({ token: 'secret', password: 'quite-a-long-one' })
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('status')).toHaveText('Your new password is saved. Please sign in with it.')
  })
})
