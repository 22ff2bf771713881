// Second factor, passkeys, password and reauthentication, with the keyboard only.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { sentCalls, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { pressByKey, tabTo, typeInto } from './keyboard.ts'
import { choosePassword, invite, type Invited } from './people.ts'
import {
  button,
  codeField,
  codeOf,
  dialog,
  enterPassword,
  password,
  secretIn,
  section,
  security,
  setUpFactor,
  signOut,
} from './security-page.ts'

test.describe('a person with a password', () => {
  let person: Invited

  test.beforeEach(async ({ page, request, baseURL }) => {
    person = await invite(request, String(baseURL))
    await choosePassword(request, String(baseURL), person, password)
    await enterPassword(page, person)
    await expect(page).toHaveURL('/dashboard')
  })

  test('sets up a second factor, signs in with its code, and with a recovery code once', async ({ page }) => {
    await page.goto(security)
    await expect(section(page, 'Second factor')).toContainText('Off')
    await expectFineEverywhere(page)
    await pressByKey(page, section(page, 'Second factor').getByRole('button', { name: 'Set up' }))
    const enroll = dialog(page, 'Set up a second factor')
    await expect(enroll.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expectFineEverywhere(page)
    await typeInto(page, enroll.getByLabel('Code from the app'), '000000')
    await page.keyboard.press('Enter')
    await expect(enroll.getByRole('alert')).toContainText('The code is wrong')
    const secret = await secretIn(enroll)
    await typeInto(page, enroll.getByLabel('Code from the app'), codeOf(secret, -1))
    await page.keyboard.press('Enter')

    const shown = dialog(page, 'Recovery codes')
    await expect(shown.getByRole('listitem')).toHaveCount(10)
    const [recovery = ''] = await shown.getByRole('listitem').allTextContents()
    await expectFineEverywhere(page)
    const download = page.waitForEvent('download')
    await pressByKey(page, button(page, 'Download'))
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await pressByKey(page, button(page, 'I have saved them'))
    await expect(section(page, 'Second factor')).toContainText('10 recovery codes left')
    await expectFineEverywhere(page)

    await signOut(page)
    await enterPassword(page, person)
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expectFineEverywhere(page)
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The code is wrong. Please try the next one.')).toBeVisible()
    await expect(codeField(page)).toBeFocused()
    await expectFineEverywhere(page)
    await typeInto(page, codeField(page), codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')

    await signOut(page)
    await enterPassword(page, person)
    await typeInto(page, codeField(page), recovery)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/dashboard')
    await page.goto(security)
    await expect(section(page, 'Second factor')).toContainText('9 recovery codes left')
  })

  test('gets new recovery codes, and switches the second factor off', async ({ page }) => {
    const { codes } = await setUpFactor(page)
    await pressByKey(page, button(page, 'I have saved them'))
    await pressByKey(page, button(page, 'New recovery codes'))
    await expectFineEverywhere(page)
    await pressByKey(page, button(page, 'Make new codes'))
    const fresh = dialog(page, 'Recovery codes').getByRole('listitem')
    await expect(fresh).toHaveCount(10)
    expect((await fresh.allTextContents()).filter((code) => codes.includes(code))).toEqual([])
    await pressByKey(page, button(page, 'I have saved them'))
    await pressByKey(page, button(page, 'Switch off'))
    await pressByKey(page, dialog(page, 'Switch off the second factor').getByRole('button', { name: 'Switch off' }))
    await expect(button(page, 'Set up')).toBeVisible()
    await signOut(page)
    await enterPassword(page, person)
    await expect(page).toHaveURL('/dashboard')
  })

  test('begins again where the code comes too late', async ({ page }) => {
    await setUpFactor(page)
    await pressByKey(page, button(page, 'I have saved them'))
    await signOut(page)
    await page.route('**/api/auth/second-factor/verify', (route) =>
      route.fulfill({ status: 401, json: { success: false, message: 'Over', error: { code: 'SIGNED_OUT', message: 'Over' } } }),
    )
    await enterPassword(page, person)
    await typeInto(page, codeField(page), '123456')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('The sign-in took too long. Please enter your password again.')
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
  })

  test('changes the password with the current one', async ({ page }) => {
    await page.goto(security)
    const form = section(page, 'Password')
    const change = async (current: string, chosen: string, again = chosen) => {
      await typeInto(page, form.getByLabel('Current password', { exact: true }), current)
      await typeInto(page, form.getByLabel('New password', { exact: true }), chosen)
      await typeInto(page, form.getByLabel('Confirm password', { exact: true }), again)
      await page.keyboard.press('Enter')
    }
    await change(password, 'another-good-one-2', 'something-else-3')
    await expect(form.getByText('Passwords do not match')).toBeVisible()
    await change('not-the-password', 'another-good-one-2')
    await expect(form.getByText('The password is wrong.')).toBeVisible()
    await expect(form.getByLabel('Current password', { exact: true })).toBeFocused()
    await expectFineEverywhere(page)
    await change(password, 'another-good-one-2')
    await expect(form.getByRole('status')).toHaveText('Your password is changed. All other sessions have ended.')
    await expectFineEverywhere(page)
    await signOut(page)
    await enterPassword(page, person, 'another-good-one-2')
    await expect(page).toHaveURL('/dashboard')
  })

  test('proves who they are in the middle of a form, and loses nothing of it', async ({ page }) => {
    const made = sentCalls(page, 'profile.createApiKey')
    await wantProof(page, 'profile.createApiKey')
    await page.goto('/settings?tab=keys')
    await pressByKey(page, button(page, 'New key'))
    const form = dialog(page, 'New API key')
    await typeInto(page, form.getByLabel('Name'), 'Nightly import')
    await tabTo(page, form.getByRole('checkbox', { name: 'products:read' }))
    await page.keyboard.press('Space')
    await pressByKey(page, form.getByRole('button', { name: 'Make key' }))
    const asked = dialog(page, 'Confirm that it is you')
    await expect(asked.getByLabel('Password', { exact: true })).toBeFocused()
    await expectFineEverywhere(page)

    await page.keyboard.press('Escape')
    await expect(asked).toHaveCount(0)
    await expect(form.getByRole('alert')).toHaveText('Please confirm that it is you.')
    await expect(form.getByLabel('Name')).toHaveValue('Nightly import')

    await pressByKey(page, form.getByRole('button', { name: 'Make key' }))
    await typeInto(page, asked.getByLabel('Password', { exact: true }), 'not-the-password')
    await page.keyboard.press('Enter')
    await expect(asked.getByText('The password is wrong.')).toBeVisible()
    await typeInto(page, asked.getByLabel('Password', { exact: true }), password)
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'API key created').getByLabel('API key').and(page.locator('input'))).toHaveValue(/./)
    expect(made).toHaveLength(3)
    expect(new Set(made.map((input) => JSON.stringify(input))).size).toBe(1)
  })

  test('proves it with a code, or with a passkey', async ({ page }) => {
    await addVirtualAuthenticator(page)
    const { secret } = await setUpFactor(page)
    await pressByKey(page, button(page, 'I have saved them'))
    await addPasskey(page, 'Laptop')
    await wantProof(page, 'profile.removePasskey')
    await removePasskey(page, 'Laptop')
    await pressByKey(page, button(page, 'Use a code instead'))
    await expect(codeField(page)).toBeFocused()
    await expectFineEverywhere(page)
    await page.keyboard.type(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await expect(button(page, 'Remove Laptop')).toHaveCount(0)

    await addPasskey(page, 'Phone')
    await wantProof(page, 'profile.removePasskey')
    await removePasskey(page, 'Phone')
    await pressByKey(page, dialog(page, 'Confirm that it is you').getByRole('button', { name: 'Use a passkey' }))
    await expect(button(page, 'Remove Phone')).toHaveCount(0)
  })

  test('adds a passkey, signs in with it, and removes it', async ({ page }) => {
    await addVirtualAuthenticator(page)
    await page.goto(security)
    await addPasskey(page, 'Laptop')
    await expectFineEverywhere(page)
    await signOut(page)
    await expectFineEverywhere(page)
    await pressByKey(page, button(page, 'Sign in with a passkey'))
    await expect(page).toHaveURL('/dashboard')
    await page.goto(security)
    await pressByKey(page, button(page, 'Remove Laptop'))
    await expectFineEverywhere(page)
    await pressByKey(page, dialog(page, 'Remove passkey').getByRole('button', { name: 'Remove' }))
    await expect(button(page, 'Remove Laptop')).toHaveCount(0)
    await signOut(page)
    await pressByKey(page, button(page, 'Sign in with a passkey'))
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('is told where a passkey is not given', async ({ page }) => {
    await addVirtualAuthenticator(page, { isUserVerified: false })
    await page.goto(security)
    await pressByKey(page, button(page, 'Add passkey'))
    await pressByKey(page, dialog(page, 'Add passkey').getByRole('button', { name: 'Add passkey' }))
    await expect(dialog(page, 'Add passkey').getByRole('alert')).toHaveText('The passkey sign-in was cancelled.')
    await expectFineEverywhere(page)
  })
})

async function removePasskey(page: Page, name: string) {
  await pressByKey(page, button(page, `Remove ${name}`))
  await pressByKey(page, dialog(page, 'Remove passkey').getByRole('button', { name: 'Remove' }))
}

/** Makes a call fail with a required reauthentication, until the person reauthenticates. */
async function wantProof(page: Page, call: string) {
  let isOld = true
  page.on('response', (response) => {
    if (/\/api\/auth\/reauthenticate(\/passkey)?$/.test(response.url()) && response.ok()) isOld = false
  })
  await page.route(trpc(call), (route) =>
    isOld ? route.fulfill({ status: 403, json: [failed(403, 'REAUTHENTICATE', 'Please confirm that it is you.')] }) : route.fallback(),
  )
}

async function addVirtualAuthenticator(page: Page, { isUserVerified = true } = {}) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified } as const
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })
}

async function addPasskey(page: Page, name: string) {
  await pressByKey(page, button(page, 'Add passkey'))
  const form = dialog(page, 'Add passkey')
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveValue(/^Chrome on /)
  await typeInto(page, form.getByLabel('Name'), name)
  await page.keyboard.press('Enter')
  await expect(button(page, `Remove ${name}`)).toBeVisible()
}
