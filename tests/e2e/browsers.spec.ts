// Browsers that are old, that block what others allow, or that get less than the whole program.
import { blockStorage, removeNewFeatures, removeSecureContext } from './oldest-browser.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { demoPassword } from '../../scripts/demo-data.ts'
import { openOrders, rows } from './orders-page.ts'

const notStarted = 'This back-office could not be started'

test('signs in where the browser blocks the storages of the page', async ({ page }) => {
  await page.addInitScript(blockStorage)
  await page.goto('/login')
  await page.getByLabel('Email').fill('viewer@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('merges and sums orders in the oldest browsers that are supported', async ({ page, signInAs }) => {
  await page.addInitScript(removeNewFeatures)
  await signInAs('manager')
  await openOrders(page, '?stores=all')
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByText(/^Page total .*(€|\$)/)).toBeVisible()
})

test('adds a role and copies an invitation link without TLS', async ({ page, signInAs }) => {
  await page.addInitScript(removeSecureContext)
  await signInAs('owner')
  await page.goto('/users')
  await page.getByRole('button', { name: 'Edit: Sam Staff' }).click()
  const edit = page.getByRole('dialog')
  const before = await edit.getByRole('combobox', { name: 'Role' }).count()
  await edit.getByRole('button', { name: 'Add role' }).click()
  await expect(edit.getByRole('combobox', { name: 'Role' })).toHaveCount(before + 1)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Invite User' }).click()
  const email = `${crypto.randomUUID()}@e2e.test`
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByLabel('Full name').fill(email)
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).selectOption('Admin')
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('dialog').getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
})

test.describe('a program that is not whole', () => {
  test.use({ provokedFault: /SyntaxError|dynamically imported module/ })

  for (const [what, answer] of [
    ['cannot be read', { contentType: 'text/javascript', body: 'this is ((( no script' }],
    ['is not there', { status: 404, body: '' }],
  ] as const)
    test(`is told of where it ${what}`, async ({ page }) => {
      await page.route('**/assets/index-*.js', (route) => route.fulfill(answer))
      await page.goto('/login')
      await expect(page.getByRole('alert')).toContainText(notStarted)
      await expect(page.getByRole('link', { name: 'Reload' })).toBeVisible()
    })

  test('makes the page load again, once, where a new build has taken the place of its parts', async ({ page, signInAs }) => {
    await signInAs('staff')
    let loads = 0
    page.on('load', () => void (loads += 1))
    await page.route('**/assets/export-dialog-*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/products')
    await expect(page.getByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
    expect(loads).toBe(2)
  })
})
