// The first hour of a production installation: the printed setup code creates the owner, who then requires a second factor from everyone.
import { expect, test } from '#tests/support/playwright.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { pressByKey, tabTo, typeInto } from './keyboard.ts'
import { button, codeField, codeOf, dialog, password, secretIn, section } from './security-page.ts'

const email = 'owner@new.test'

test('the printed code makes the owner, whom their own requirement leads to a second factor', async ({ page }) => {
  test.slow()
  await using server = await startProductionServer()
  const { origin, register } = server

  await page.goto(`${origin}/register#setup=wrong`)
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await typeInto(page, page.getByLabel('Confirm password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The setup code is wrong. The server printed it when it started.')).toBeVisible()
  await expect(page.getByLabel('Setup code')).toBeFocused()
  await typeInto(page, page.getByLabel('Setup code'), decodeURIComponent(new URL(register).hash.replace('#setup=', '')))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin}/login`)
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin}/dashboard`)

  await page.goto(`${origin}/settings?tab=security`)
  await tabTo(page, page.getByLabel('Require a second factor from'))
  await page.keyboard.type('Owner')
  await pressByKey(page, button(page, 'Save requirement'))
  await expect(page.getByRole('alert')).toContainText('Your team requires a second factor.')
  await page.goto(`${origin}/products`)
  await expect(page).toHaveURL(`${origin}/settings?tab=security`)

  await pressByKey(page, section(page, 'Second factor').getByRole('button', { name: 'Set up' }))
  const enroll = dialog(page, 'Set up a second factor')
  const secret = await secretIn(enroll)
  await typeInto(page, enroll.getByLabel('Code from the app'), codeOf(secret, -1))
  await page.keyboard.press('Enter')
  await pressByKey(page, button(page, 'I have saved them'))
  await page.goto(`${origin}/products`)
  await expect(page).toHaveURL(`${origin}/products`)
  // The address is there before the page is.
  await expect(page.getByRole('link', { name: 'Add Store' })).toBeVisible()

  await pressByKey(page, button(page, 'Logout'))
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await page.keyboard.press('Enter')
  await typeInto(page, codeField(page), codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin}/dashboard`)
})
