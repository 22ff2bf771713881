// The API reference: a third-party script renders this page. It must load nothing from other origins, and call with the caller's rights.
import type { Page } from '@playwright/test'
import { demoPassword } from '../../scripts/demo-data.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, widths } from '#tests/support/playwright.ts'

/** Records every request to another origin and every unsuccessful answer. */
function watchTraffic(page: Page, baseURL: string): string[] {
  const noted: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== baseURL) noted.push(request.url())
  })
  page.on('response', (response) => {
    if (response.status() >= 400) noted.push(`${response.status()} ${response.url()}`)
  })
  return noted
}

/** Opens the dialog that tries an operation out. */
async function tryOut(page: Page, operation: string, address: string) {
  await page.goto(`/api/v1/docs#${operation}`)
  await page.getByRole('button', { name: `Test Request (${address})` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /^Send \w+ request to/i })).toBeVisible()
  return dialog
}

async function send(page: Page, path: string) {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Send \w+ request to/i })
    .click()
  return answered
}

for (const [viewport, colorScheme] of [
  [widths.desktop, 'light'],
  [widths.desktop, 'dark'],
  [widths.phone, 'light'],
  [widths.phone, 'dark'],
] as const)
  test(`it is readable and asks no other origin, ${viewport.width} pixels wide, ${colorScheme}`, async ({ page, baseURL }) => {
    const noted = watchTraffic(page, String(baseURL))
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/api/v1/docs')
    await expect(page).toHaveTitle('Backcounter: API')
    await expect(page.getByRole('heading', { level: 1, name: 'Backcounter' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const dialog = await tryOut(page, 'tag/stores/POST/api/v1/stores', 'POST /api/v1/stores')
    // Scalar's dialog is a second <main>.
    await expectAccessible(page, { except: ['landmark-no-duplicate-main'] })
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Test Request (POST /api/v1/stores)' })).toBeFocused()
    expect(noted).toEqual([])
  })

test('operations are found by the keyboard', async ({ page }) => {
  await page.goto('/api/v1/docs')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('revoke')
  await page.getByRole('option', { name: /Revoke an API key/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Revoke an API key' })).toBeInViewport()
})

test('a call is tried out as the person who is signed in, and nothing of it is kept', async ({ page, context, signInAs, baseURL }) => {
  await signInAs('staff')
  const noted = watchTraffic(page, String(baseURL))
  const dialog = await tryOut(page, 'tag/profile/GET/api/v1/users/me/profile', 'GET /api/v1/users/me/profile')
  const answer = await send(page, '/api/v1/users/me/profile')
  expect(answer.status()).toBe(200)
  expect(await answer.request().headerValue('cookie')).toBeNull()
  await expect(dialog.getByText('staff@demo.test').first()).toBeVisible()
  await expectAccessible(page, { except: ['landmark-no-duplicate-main'] })
  expect(noted).toEqual([])
  const { origins } = await context.storageState({ indexedDB: true })
  expect(JSON.stringify(origins)).not.toMatch(/staff@|Bearer/)
})

test('a call is tried out with the rights of a pasted key', async ({ page, rest }) => {
  const made = await rest('staff', 'POST', '/users/me/api-keys', { name: `Key ${crypto.randomUUID()}`, permissions: ['products:read'] })
  const { token } = (made.body as { data: { token: string } }).data
  const dialog = await tryOut(page, 'tag/profile/GET/api/v1/users/me/profile', 'GET /api/v1/users/me/profile')
  await dialog.getByLabel('Bearer Token').fill(token)
  const answer = await send(page, '/api/v1/users/me/profile')
  expect(await answer.json()).toMatchObject({ data: { permissions: ['products:read'], user: { email: 'staff@demo.test' } } })
  expect(JSON.stringify(await page.context().storageState({ indexedDB: true }))).not.toContain(token)
})

test('without a session or key, the refusal is shown', async ({ page }) => {
  await tryOut(page, 'tag/stores/GET/api/v1/stores', 'GET /api/v1/stores')
  expect((await send(page, '/api/v1/stores')).status()).toBe(401)
  await expect(page.getByRole('dialog').getByText('SIGNED_OUT')).toBeVisible()
})

test('trying out sign-in does not change who is signed in', async ({ page, signInAs, baseURL }) => {
  await signInAs('staff')
  const dialog = await tryOut(page, 'tag/auth/POST/api/auth/sign-in/email', 'POST /api/auth/sign-in/email')
  const credentials = JSON.stringify({ email: 'viewer@demo.test', password: demoPassword })
  await dialog.getByRole('textbox', { name: 'Request body' }).fill(credentials)
  // The page takes over what was typed a moment later.
  await expect.poll(async () => (await send(page, '/api/auth/sign-in/email')).status()).toBe(200)
  const renewed = await page.request.post('/api/auth/token', { headers: { origin: String(baseURL) }, data: {} })
  expect(await renewed.json()).toMatchObject({ user: { email: 'staff@demo.test' } })
})
