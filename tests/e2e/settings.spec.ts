import type { Page } from '@playwright/test'
import { productTitle } from '#shared/brand.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, holdBack, sentCalls, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { accept, invite } from './people.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const embedded = `data:image/png;base64,${png.toString('base64')}`
const choose = (page: Page, name: string, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel(name, { exact: true }).and(page.locator('input')).setInputFiles(file)
const picture = { name: 'me.png', mimeType: 'image/png', buffer: png }

test.describe('profile picture', () => {
  test.beforeEach(async ({ context, request, page, baseURL }) => {
    await context.addCookies([await accept(String(baseURL), await invite(request, String(baseURL)))])
    await page.goto('/settings')
  })

  test('is chosen, shown in the sidebar and taken away', async ({ page }) => {
    await page.clock.install()
    await expect(page.getByText('Manage your profile and CMS settings')).toBeVisible()
    const own = section(page, 'Profile Picture')
    await expect(own).toContainText('PNG, JPG, SVG up to 5MB')
    const sent = sentCalls(page, 'profile.update')
    const release = await holdBack(page, trpc('profile.update'))
    await choose(page, 'Profile Picture', picture)
    await expect(own.getByText('Uploading...')).toBeVisible()
    await expect(own.locator('img')).toHaveAttribute('src', embedded)
    await expect.poll(() => sent.length).toBe(1)
    await page.clock.pauseAt(Date.now() + 60_000)
    const saved = page.evaluate(
      () => new Promise<void>((heard) => window.addEventListener('profileUpdated', () => heard(), { once: true })),
    )
    release()
    await saved
    await page.clock.runFor(950)
    await expect(own.getByText('Uploading...')).toBeVisible()
    await page.clock.runFor(100)
    await expect(own.getByText('Uploading...')).toHaveCount(0)
    await page.clock.resume()
    await expect(page.getByRole('navigation', { name: 'Main' }).locator('img[src^="data:image/"]')).toBeVisible()
    await expectFineEverywhere(page)
    await own.getByRole('button', { name: 'Remove picture' }).click()
    await expect(own.getByRole('button', { name: 'Remove picture' })).toHaveCount(0)
    await expect.poll(() => sent).toEqual([{ avatar_url: embedded }, { avatar_url: null }])
  })

  test('stands below one’s own name and department, which the team reads', async ({ page }) => {
    const details = section(page, 'Your details')
    const sent = sentCalls(page, 'profile.update')
    await details.getByLabel('Full name').fill(' ')
    await details.getByRole('button', { name: 'Save details' }).click()
    await expect(details.getByText('Please enter the full name')).toBeVisible()
    await details.getByLabel('Full name').fill('Nora New')
    await details.getByLabel('Department').fill('Support')
    await details.getByRole('button', { name: 'Save details' }).click()
    await expect(details.getByRole('status')).toHaveText('Your details are saved.')
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Nora New')).toBeVisible()
    expect(sent).toEqual([{ full_name: 'Nora New', department: 'Support' }])
    await expectFineEverywhere(page)
    await page.reload()
    await expect(details.getByLabel('Department')).toHaveValue('Support')
  })

  test('may be larger than the hint says, and dropped', async ({ page }) => {
    const sent = sentCalls(page, 'profile.update')
    await changeAnswer(page, 'profile.update', (answer) => answer)
    await page.route(trpc('profile.update'), (route) => route.abort())
    const files = await page.evaluateHandle(() => {
      const carried = new DataTransfer()
      carried.items.add(new File([new Uint8Array(6 * 1024 * 1024)], 'large.png', { type: 'image/png' }))
      return carried
    })
    await page.getByLabel('Profile Picture').and(page.locator('input')).dispatchEvent('drop', { dataTransfer: files })
    await expect(dialog(page, 'Profile Picture')).toContainText('Failed to update avatar: ')
    expect(JSON.stringify(sent).length).toBeGreaterThan(8_000_000)
  })

  test('must be an image', async ({ page }) => {
    const sent = sentCalls(page, 'profile.update')
    await choose(page, 'Profile Picture', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
    await expect(dialog(page, 'Profile Picture')).toContainText('Please choose an image file')
    expect(sent).toEqual([])
  })

  test('stays the old one where saving fails', async ({ page }) => {
    await changeAnswer(page, 'profile.update', () => failed(413, 'TOO_LARGE', 'The image is too large.'))
    await choose(page, 'Profile Picture', picture)
    await expect(dialog(page, 'Profile Picture')).toContainText('Failed to update avatar: The image is too large.')
    await expectFineEverywhere(page)
    await page.getByRole('button', { name: 'OK', exact: true }).click()
    await expect(section(page, 'Profile Picture').locator('img')).toHaveCount(0)
  })

  test('shares the screen with the theme and the mails', async ({ page }) => {
    const dark = () => expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    const sent = sentCalls(page, 'profile.update')
    await page.getByText('Dark', { exact: true }).click()
    await dark()
    await expect(page.getByRole('switch')).toBeEnabled()
    await page.getByRole('switch', { name: 'Email me when my exports finish' }).click()
    await expect(page.getByRole('switch')).toBeChecked()
    await page.getByText('Once a day', { exact: true }).click()
    await expect(page.getByText(/^Every day at 07:00 \(.+\)$/)).toBeVisible()
    const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    await expect
      .poll(() => sent)
      .toEqual([{ theme: 'dark' }, { email_notifications: true }, { problem_mails: 'daily', digest_timezone: zone }])
    await expectFineEverywhere(page)
    // Another browser reads the theme from the profile. This browser applies it before any of our scripts run.
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(page.getByRole('switch')).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Once a day' })).toBeChecked()
    await dark()
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.reload()
    await dark()
  })
})

test.describe('company logo', () => {
  test('is for the owner, who sees it in the sidebar at once', async ({ page, signInAs }) => {
    let logo: string | null = null
    await changeAnswer(page, 'settings.get', () => ({ result: { data: { settings: { logo_url: logo } } } }))
    // The call does not reach the server: the logo would change for everyone, and other tests run at the same time.
    await page.route(trpc('settings.update'), (route) => {
      logo = (route.request().postDataJSON() as { 0: { logo_url: string | null } })[0].logo_url
      return route.fulfill({ json: [{ result: { data: { settings: { logo_url: logo } } } }] })
    })
    await signInAs('owner')
    await page.goto('/settings')
    const company = section(page, 'CMS Logo')
    await expect(company).toContainText('Owner Only')
    await expect(company).toContainText('The logo appears in the sidebar header')
    await choose(page, 'CMS Logo', picture)
    const shown = page.getByRole('navigation', { name: 'Main' }).getByRole('img', { name: productTitle })
    await expect(shown).toHaveAttribute('src', embedded)
    const remove = company.getByRole('button', { name: 'Remove logo' })
    // Disabled until the upload is over; in the middle of axe's run it would change its colours.
    await expect(remove).toBeEnabled()
    await expectFineEverywhere(page)
    await remove.click()
    await expect(shown).toHaveCount(0)
    expect(logo).toBeNull()
  })

  test('is nobody else’s, nor is the audit log a manager’s', async ({ page, signInAs }) => {
    await signInAs('admin')
    await page.goto('/settings')
    await expect(section(page, 'Profile Picture')).toBeVisible()
    await expect(page.getByText('CMS Logo')).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Audit log' })).toBeVisible()
    await signInAs('manager')
    await page.goto('/settings?tab=audit')
    await expect(section(page, 'Profile Picture')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Audit log' })).toHaveCount(0)
  })
})

test('sessions end one by one and all at once', async ({ context, page, request, baseURL }) => {
  await context.addCookies([await accept(String(baseURL), await invite(request, String(baseURL)))])
  await page.goto('/settings?tab=sessions')
  await expect(page.getByRole('listitem').filter({ hasText: 'This browser' })).toHaveCount(1)
  await expectFineEverywhere(page)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await dialog(page, 'Sign out everywhere').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/settings')
  await expect(page).toHaveURL('/login')
})

test('an API key is shown once, works, and is revoked', async ({ page, request, signInAs, baseURL }) => {
  await signInAs('staff')
  await page.goto('/settings?tab=keys')
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api/v1/docs')
  await page.getByRole('button', { name: 'New key' }).click()
  const form = dialog(page, 'New API key')
  await form.getByRole('button', { name: 'Make key' }).click()
  await expect(form.getByText('Please select at least one permission')).toBeVisible()
  await expect(form.getByRole('checkbox', { name: 'users:read' })).toHaveCount(0)
  await expectFineEverywhere(page)
  const name = `Key ${crypto.randomUUID()}`
  await form.getByLabel('Name').fill(name)
  await form.getByRole('checkbox', { name: 'products:read' }).check()
  await expect(form.getByLabel('Expires').locator('option')).toHaveText([
    'after 30 days',
    'after 90 days',
    'after 180 days',
    'after 365 days',
  ])
  await expect(form.getByLabel('Expires')).toHaveValue('90')
  await form.getByLabel('Expires').selectOption('after 30 days')
  await form.getByRole('button', { name: 'Make key' }).click()
  const token = await dialog(page, 'API key created').getByLabel('API key').and(page.locator('input')).inputValue()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  const ask = () => request.get(`${baseURL}/api/v1/users/me/profile`, { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status()).toBe(200)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('expires in 30 days')
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(`${token.slice(0, 8)}…${token.slice(-4)}`)
  await page.getByRole('button', { name: `Replace ${name}` }).click()
  await expectFineEverywhere(page)
  await dialog(page, 'Replace API key').getByLabel('The old key').selectOption('Ends at once')
  await dialog(page, 'Replace API key').getByRole('button', { name: 'Replace key' }).click()
  const successor = await dialog(page, 'API key created').getByLabel('API key').and(page.locator('input')).inputValue()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  expect((await ask()).status()).toBe(401)
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(['expires in 30 days', 'expired'])
  expect(successor).not.toBe(token)
  await page
    .getByRole('button', { name: `Revoke ${name}` })
    .last()
    .click()
  await dialog(page, 'Revoke API key').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(1)
  await page.getByRole('button', { name: `Revoke ${name}` }).click()
  await dialog(page, 'Revoke API key').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText(name)).toHaveCount(0)
  expect((await ask()).status()).toBe(401)
})

test('an API key shows its last calls', async ({ page, request, rest, signInAs, baseURL }) => {
  const name = `Key ${crypto.randomUUID()}`
  const made = await rest('staff', 'POST', '/users/me/api-keys', { name, permissions: ['products:read'] })
  const { token } = (made.body as { data: { token: string } }).data
  await request.get(`${baseURL}/api/v1/users/me/profile`, { headers: { authorization: `Bearer ${token}` } })
  await signInAs('staff')
  await page.goto('/settings?tab=keys')
  // Calls are written behind their answers.
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('button', { name: `Last calls of ${name}` }).click()
      return dialog(page, `Last calls of ${name}`)
        .getByText('GET /api/v1/users/me/profile')
        .or(page.getByText('No calls yet'))
        .textContent()
    })
    .toBe('GET /api/v1/users/me/profile')
  await expectFineEverywhere(page)
})

test('an empty list of API keys leads to the first one', async ({ page, signInAs }) => {
  await changeAnswer(page, 'profile.apiKeys', () => ({ result: { data: { api_keys: [] } } }))
  await signInAs('manager')
  await page.goto('/settings?tab=keys')
  await page.getByRole('button', { name: 'Add your first key' }).press('Enter')
  await expect(dialog(page, 'New API key')).toBeVisible()
})

test('the audit log is filtered and downloaded', async ({ page, signInAs }) => {
  await signInAs('admin')
  await page.goto('/settings?tab=audit')
  const entries = page.getByRole('region', { name: 'Audit log entries' })
  await expect(entries.getByRole('row')).not.toHaveCount(0)
  await expectFineEverywhere(page)
  await page.getByLabel('Who').fill('nobody@demo.test')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all entries' }).press('Enter')
  await expect(page.getByLabel('Who')).toHaveValue('')
  await expect(entries.getByRole('row')).not.toHaveCount(0)
  await page.getByLabel('Who').fill('admin@demo.test')
  await expect(entries.getByRole('cell', { name: 'admin@demo.test' }).first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^audit_\d{4}-\d\d-\d\d\.csv$/)
})
