// Actions of tests on the sign-in screen and on Settings > Security, with the keyboard only.
import { expect, type Locator, type Page } from '@playwright/test'
import { codeAt, stepMs } from '#tests/support/totp.ts'
import { pressByKey, typeInto } from './keyboard.ts'
import type { Invited } from './people.ts'

export const password = 'a-good-password-1'
export const security = '/settings?tab=security'
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const section = (page: Page, name: string) => page.getByRole('region', { name })
export const codeField = (page: Page) => page.getByLabel('Authenticator code or recovery code')

export async function enterPassword(page: Page, { email }: Pick<Invited, 'email'>, typed = password) {
  await page.goto('/login')
  await typeInto(page, page.getByLabel('Email'), email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), typed)
  await page.keyboard.press('Enter')
}

/** Goes back to the button, which stands right before the screen: forwards, the dashboard of many stores is longer than a way may be. */
export async function signOut(page: Page) {
  await pressByKey(page, button(page, 'Logout'), 'Shift+Tab')
  await expect(page).toHaveURL('/login')
}

/** The app's current code, or a later one: each code is valid only once. */
export const codeOf = (secret: string, stepsAhead = 0) => codeAt(secret, Date.now() + stepsAhead * stepMs)

export const secretIn = async (enroll: Locator) => (await enroll.getByRole('code').innerText()).replaceAll(' ', '')

/** Sets up a second factor on the screen. Returns the app's secret and the recovery codes. */
export async function setUpFactor(page: Page) {
  await page.goto(security)
  await pressByKey(page, section(page, 'Second factor').getByRole('button', { name: 'Set up' }))
  const enroll = dialog(page, 'Set up a second factor')
  await expect(enroll.getByLabel('Code from the app')).toBeFocused()
  const secret = await secretIn(enroll)
  await page.keyboard.type(codeOf(secret))
  await page.keyboard.press('Enter')
  const codes = dialog(page, 'Recovery codes').getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { secret, codes: await codes.allTextContents() }
}
