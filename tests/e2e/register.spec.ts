import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'

const signUpCall = '**/api/auth/sign-up/email'

type Typed = { email?: string; password?: string; again?: string }

async function fillIn(page: Page, { email = 'new@demo.test', password = 'a-good-password', again = password }: Typed) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password', { exact: true }).fill(again)
  await page.getByRole('button', { name: 'Create account' }).click()
}

test('is open to everybody and leads to sign in', async ({ page }) => {
  await page.goto('/register')
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible()
  await expectFineEverywhere(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/login')
})

test('signs up, says so, and goes to the login screen after 2 s', async ({ page }) => {
  await page.clock.install()
  await page.route(signUpCall, (route) => route.fulfill({ json: { user: null, message: 'A link is on its way.' } }))
  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  const request = page.waitForRequest(signUpCall)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await fillIn(page, { password: '123456' })
  expect((await request).postDataJSON()).toEqual({ email: 'new@demo.test', password: '123456' })
  await expect(page.getByRole('status').filter({ hasText: 'A link is on its way.' })).toBeVisible()
  await page.clock.runFor(1_900)
  await expect(page).toHaveURL('/register')
  await page.clock.runFor(200)
  await expect(page).toHaveURL('/login')
})

test('tells who is not on the authorized list to ask', async ({ page }) => {
  await page.goto('/register')
  await fillIn(page, { email: 'stranger@demo.test' })
  await expect(page.getByRole('alert')).toHaveText('Access Restricted: ask an administrator to add your email to the authorized list.')
  await expectFineEverywhere(page)
})
