// An installation without mail and without an issuer, as after `npm start`: invited people can still sign in.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { remoteAt, startMachine } from '../../scripts/machine.ts'
import { expect, expectAccessible, test } from '#tests/support/playwright.ts'
import { typeInto } from './keyboard.ts'
import { invite } from './people.ts'
import { freePort } from '../../scripts/free-port.ts'

/** Each test starts a separate server. */
test.slow()

const owner = { email: 'owner@fresh.test', password: 'correct horse 1' }
const chosen = 'a-password-of-mine'

async function startFresh() {
  const folder = await mkdtemp(join(tmpdir(), 'fresh-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), APP_URL: url, DATA_DIR: folder, DATABASE_URL: '', LOG_LEVEL: 'info', PLATFORM_ENDPOINTS: '' }
  const machine = await startMachine(env)
  return {
    url,
    async [Symbol.asyncDispose]() {
      await machine[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Answer = { token: string; data: { invitation_url: string } }

/** The link of an invitation to a new team. */
async function invitation(url: string, email: string): Promise<string> {
  const stranger = remoteAt(url, null)
  await stranger('POST', '/api/auth/sign-up/email', owner)
  const { token } = (await stranger('POST', '/api/auth/sign-in/email', owner)).data as Answer
  const person = { email, full_name: 'Nina New', role_id: 'admin' }
  const { data } = (await remoteAt(url, token)('POST', '/api/v1/users/invite', person)).data as Answer
  return data.invitation_url
}

const accepted = (page: Page) => page.getByText('Invitation accepted! You can now login with your email using Google.')

test('a password is chosen on the page of the invitation, by keyboard, and signs in', async ({ page }) => {
  await using fresh = await startFresh()
  const email = 'nina@fresh.test'
  await page.goto(await invitation(fresh.url, email))
  await expect(page.getByRole('note')).toContainText('choose a password now')
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Skip' })).toBeVisible()
  await typeInto(page, page.getByLabel('New password', { exact: true }), chosen)
  await typeInto(page, page.getByLabel('Confirm password', { exact: true }), chosen)
  await page.keyboard.press('Enter')
  await expect(accepted(page)).toBeVisible()
  await expect(page.getByRole('listitem').nth(1)).toHaveText('Click “Sign in with Google”, or use the password that you chose.')
  await expect(page).toHaveURL(`${fresh.url}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(chosen)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${fresh.url}/dashboard`)
  // The server must not end while the screen still loads.
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('whoever skips it sees the invitation accepted, and an administrator makes a link later', async ({
  page,
  request,
  signInAs,
  baseURL,
}) => {
  await using fresh = await startFresh()
  await page.goto(await invitation(fresh.url, 'nina@fresh.test'))
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(accepted(page)).toBeVisible()
  await expect(page.getByRole('listitem').nth(1)).toHaveText('Click “Sign in with Google”.')

  await signInAs('owner')
  const { name } = await invite(request, String(baseURL))
  await page.goto('/users')
  await expect(page.getByRole('button', { name: `Password link: ${name}` })).toHaveCount(0)
  const member = page.getByRole('button', { name: 'Password link: ' }).first()
  await member.click()
  const dialog = page.getByRole('dialog', { name: 'Password link' })
  await dialog.getByRole('button', { name: 'Make link' }).click()
  await expect(dialog.getByLabel('Password link')).toHaveValue(/\/reset-password#token=/)
  await expectAccessible(page)
})
