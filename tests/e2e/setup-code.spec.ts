// The first account of an installation, and the setup code that a production server prints at its start.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { typeInto } from './keyboard.ts'

const first = 'This installation has no owner yet: the first account becomes the owner.'
const wrong = 'The setup code is wrong. The server printed it when it started.'

/** Pretends that there is no owner, because the demo already has one. */
const withoutOwner = (page: Page, code_needed: boolean) =>
  page.route('**/api/auth/setup', (route) => route.fulfill({ json: { owner_needed: true, code_needed } }))

const code = (page: Page) => page.getByLabel('Setup code')

async function fillIn(page: Page) {
  await typeInto(page, page.getByLabel('Email'), 'owner@new.test')
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'a-good-password-1')
  await typeInto(page, page.getByLabel('Confirm password', { exact: true }), 'a-good-password-1')
  await page.keyboard.press('Enter')
}

test('stands nowhere where there is an owner', async ({ page }) => {
  const asked = page.waitForResponse('**/api/auth/setup')
  await page.goto('/register')
  await asked
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  await expect(code(page)).toHaveCount(0)
  await expect(page.getByText(first)).toHaveCount(0)
  const askedAgain = page.waitForResponse('**/api/auth/setup')
  await page.goto('/login')
  await askedAgain
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create the first account' })).toHaveCount(0)
})

test('is not asked for outside of production, but who becomes the owner is said', async ({ page }) => {
  await withoutOwner(page, false)
  for (const path of ['/login', '/register']) {
    await page.goto(path)
    await expect(page.getByRole('note')).toContainText(first)
    await expect(code(page)).toHaveCount(0)
  }
})

test('is reached from the login screen', async ({ page }) => {
  await withoutOwner(page, false)
  await page.goto('/login')
  const link = page.getByRole('note').getByRole('link', { name: 'Create the first account' })
  await expect(link).toBeVisible()
  await expectFineEverywhere(page)
  await link.press('Enter')
  await expect(page).toHaveURL('/register')
  await expect(page.getByRole('note')).toContainText(first)
  await expect(link).toHaveCount(0)
})

test('comes with the printed address, and is refused at its field', async ({ page }) => {
  await withoutOwner(page, true)
  const sent: unknown[] = []
  await page.route('**/api/auth/sign-up/email', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status: 403, json: { success: false, message: wrong, error: { code: 'SETUP_CODE_WRONG', message: wrong } } })
  })
  await page.goto('/register#setup=printed-code')
  await expect(code(page)).toHaveValue('printed-code')
  await expect(page).toHaveURL('/register')
  await fillIn(page)
  await expect(page.getByText(wrong)).toBeVisible()
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([{ email: 'owner@new.test', password: 'a-good-password-1', setup_code: 'printed-code' }])
  await expectFineEverywhere(page)
})

test('is wanted before the server is asked', async ({ page }) => {
  await withoutOwner(page, true)
  await page.goto('/register')
  await expect(code(page)).toBeVisible()
  await fillIn(page)
  await expect(page.getByText('Please enter the setup code')).toBeVisible()
  await expect(code(page)).toBeFocused()
})
