// Service accounts in Settings, with their whole life in the browser.
import type { APIRequestContext, Page } from '@playwright/test'
import { makeSessionsOld } from '#tests/support/old-session.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { choosePassword, invite, signInAlone } from './people.ts'
import { enterPassword, password } from './security-page.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const entry = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const assignment = (page: Page, number: number) => page.getByRole('dialog').getByRole('group', { name: `Assignment ${number}` })
const acknowledge = (page: Page) => press(page, 'OK')
const shownToken = (page: Page) => dialog(page, 'API key created').getByLabel('API key').and(page.locator('input')).inputValue()
const confirm = (page: Page, action: string) => dialog(page, `${action} service account`).getByRole('button', { name: action }).click()

async function openKeys(page: Page) {
  await page.goto('/settings?tab=keys')
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible()
}

async function assign(page: Page, number: number, role: string, store: string) {
  await assignment(page, number).getByRole('combobox', { name: 'Role' }).selectOption(role)
  const field = assignment(page, number).getByRole('combobox', { name: 'Store' })
  await field.click()
  await field.fill(store)
  await field.press('Enter')
  await expect(field).toHaveValue(store)
}

/** Makes a key of the account with these permissions, and answers its token. */
async function makeKey(page: Page, account: string, name: string, permissions: readonly string[]): Promise<string> {
  await press(page, `New key: ${account}`)
  const form = dialog(page, `New API key of ${account}`)
  await form.getByLabel('Name').fill(name)
  for (const permission of permissions) await form.getByRole('checkbox', { name: permission }).check()
  await form.getByRole('button', { name: 'Make key' }).click()
  const token = await shownToken(page)
  await acknowledge(page)
  return token
}

type Stores = { data: { stores: { id: string; name: string }[] } }

/** The status of a call over REST with the token. */
async function statusOf(request: APIRequestContext, token: string, method: string, path: string, data?: object): Promise<number> {
  const answer = await request.fetch(`/api/v1${path}`, { method, headers: { authorization: `Bearer ${token}` }, ...(data && { data }) })
  return answer.status()
}

test('a service account is made, works with its keys alone, and ends', async ({ page, request, rest, baseURL }) => {
  test.slow()
  const { body } = await rest('owner', 'GET', '/stores')
  const idOf = (name: string) => (body as Stores).data.stores.find((store) => store.name === name)?.id ?? ''
  const [north, harbor, print] = ['North Supply', 'Harbor & Pine', 'Print House'].map(idOf)
  const name = `Nightly ${crypto.randomUUID().slice(0, 8)}`
  await signInAlone(page, String(baseURL))
  await openKeys(page)
  await press(page, 'Add service account')
  const form = dialog(page, 'Add service account')
  await form.getByRole('button', { name: 'Add service account' }).click()
  await expect(form.getByText('Please enter a name')).toBeVisible()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByText('Please select a role for all assignments')).toBeVisible()
  await expect(assignment(page, 1).getByRole('option', { name: 'Owner' })).toHaveCount(0)
  await expectFineEverywhere(page)
  await form.getByLabel('Name').fill(name)
  await assign(page, 1, 'Manager', 'North Supply')
  await form.getByRole('button', { name: 'Add role' }).click()
  await assign(page, 2, 'Viewer', 'Harbor & Pine')
  await form.getByRole('button', { name: 'Add service account' }).click()
  const account = entry(page, name)
  const roles = account.getByRole('list', { name: `Roles of ${name}` })
  await expect(roles.getByRole('listitem')).toHaveCount(2)
  for (const held of ['Manager North Supply', 'Viewer Harbor & Pine']) await expect(roles).toContainText(held)
  await expect(account).toContainText('Active')
  await expect(account).toContainText('No API keys. Without one, its program can do nothing.')

  // A key carries rights and stores of the account, not of its maker.
  await press(page, `New key: ${name}`)
  const keyForm = dialog(page, `New API key of ${name}`)
  await expect(keyForm.getByRole('checkbox', { name: 'users:create' })).toHaveCount(0)
  await expect(keyForm.getByRole('group', { name: 'Stores' }).getByRole('checkbox')).toHaveCount(2)
  await expect(keyForm.getByRole('group', { name: 'Stores' })).toContainText('None selected: all its stores')
  await expectFineEverywhere(page)
  await keyForm.getByRole('button', { name: 'Cancel' }).click()
  const token = await makeKey(page, name, 'Export', ['products:read', 'products:export'])
  const key = account.getByRole('list', { name: `API keys of ${name}` }).getByRole('listitem')
  await expect(key).toContainText(`${token.slice(0, 8)}…${token.slice(-4)}`)
  await expect(key).toContainText('products:read, products:export')
  await expect(key).toContainText('all stores of the account')
  await expect(key).toContainText('never used')
  await expect(key).toContainText('expires in 90 days')

  const asKey = (method: string, path: string, data?: object) => statusOf(request, token, method, path, data)
  const read = (storeId: string | undefined) => asKey('POST', '/products/fetch', { storeId, limit: 1 })
  const exported = (storeId: string | undefined) =>
    asKey('POST', '/products/export/csv', { storeId, config: { fields: ['Title'], maxItemsPerFile: 1 } })
  expect([await read(north), await read(harbor), await read(print)]).toEqual([200, 200, 404])
  expect([await exported(north), await exported(harbor)]).toEqual([200, 403])
  expect([await asKey('GET', '/users'), await asKey('GET', '/service-accounts')]).toEqual([403, 403])

  await expect
    .poll(async () => {
      await page.reload()
      await press(page, `Last calls of Export of ${name}`)
      const calls = dialog(page, 'Last calls of Export')
      await expect(calls.getByText(/POST|No calls yet/).first()).toBeVisible()
      return calls.getByText('POST /api/v1/products/fetch').count()
    })
    .toBe(3)
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(key).toContainText('last used')
  await expectFineEverywhere(page)

  await press(page, `Replace Export of ${name}`)
  await dialog(page, 'Replace API key').getByLabel('The old key').selectOption('Ends at once')
  await dialog(page, 'Replace API key').getByRole('button', { name: 'Replace key' }).click()
  const successor = await shownToken(page)
  await acknowledge(page)
  const profile = (by: string) => statusOf(request, by, 'GET', '/users/me/profile')
  expect([await profile(token), await profile(successor)]).toEqual([401, 200])
  await expect(key).toContainText(['expires in 90 days', 'expired'])

  await press(page, `Edit: ${name}`)
  const editor = dialog(page, 'Edit service account')
  const isFirst = (await assignment(page, 1).getByRole('combobox', { name: 'Store' }).inputValue()) === 'North Supply'
  await editor.getByRole('button', { name: `Remove assignment ${isFirst ? 1 : 2}` }).click()
  await editor.getByRole('button', { name: 'Remove assignment 1' }).click()
  await expect(dialog(page, 'Role Assignments')).toContainText('A service account must have at least one role')
  await acknowledge(page)
  const changes = sentCalls(page, 'users.serviceAccounts.update')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  expect(changes).toEqual([{ id: expect.any(String), roles: [{ role_id: 'viewer', store_id: harbor }] }])
  // Its key names a right that the account lost, so it has no successor.
  await expect(page.getByRole('button', { name: `Replace Export of ${name}` })).toHaveCount(0)
  expect(await statusOf(request, successor, 'POST', '/products/fetch', { storeId: north, limit: 1 })).toBe(404)

  await page
    .getByRole('button', { name: `Revoke Export of ${name}` })
    .first()
    .click()
  await dialog(page, 'Revoke API key').getByRole('button', { name: 'Revoke' }).click()
  await expect(key).toHaveCount(1)
  expect(await profile(successor)).toBe(401)

  const other = await makeKey(page, name, 'Other', ['products:read'])
  await press(page, `Deactivate: ${name}`)
  await expectFineEverywhere(page)
  await confirm(page, 'Deactivate')
  await expect(account).toContainText('Inactive')
  await expect(account).toContainText('Activate it to make new ones.')
  await expect(page.getByRole('button', { name: `New key: ${name}` })).toHaveCount(0)
  expect(await profile(other)).toBe(401)
  await press(page, `Activate: ${name}`)
  await confirm(page, 'Activate')
  await expect(page.getByRole('button', { name: `New key: ${name}` })).toBeVisible()
  const last = await makeKey(page, name, 'Last', ['products:read'])
  expect(await profile(last)).toBe(200)
  await press(page, `Delete: ${name}`)
  await confirm(page, 'Delete')
  await expect(account).toHaveCount(0)
  expect(await profile(last)).toBe(401)
})

test('an old session proves who it is in the middle of the form, and loses nothing of it', async ({ page, request, baseURL }) => {
  const admin = await invite(request, String(baseURL))
  await choosePassword(request, String(baseURL), admin, password)
  await enterPassword(page, admin)
  await expect(page).toHaveURL('/dashboard')
  makeSessionsOld(admin.email)
  await openKeys(page)
  await press(page, 'Add service account')
  const form = dialog(page, 'Add service account')
  const name = `Proved ${crypto.randomUUID().slice(0, 8)}`
  await form.getByLabel('Name').fill(name)
  await assignment(page, 1).getByRole('combobox', { name: 'Role' }).selectOption('Viewer')
  await form.getByRole('button', { name: 'Add service account' }).click()
  const asked = dialog(page, 'Confirm that it is you')
  await expect(asked.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(form.getByRole('alert')).toHaveText('Please confirm that it is you.')
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await form.getByRole('button', { name: 'Add service account' }).click()
  await asked.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(entry(page, name)).toContainText('Viewer All Stores')
  await press(page, `Delete: ${name}`)
  await confirm(page, 'Delete')
  await expect(entry(page, name)).toHaveCount(0)
})

test('a taken name is told at its field', async ({ page, rest, signInAs }) => {
  const name = `Taken ${crypto.randomUUID()}`
  const made = await rest('owner', 'POST', '/service-accounts', { name, roles: [{ role_id: 'viewer', store_id: null }] })
  const { id } = (made.body as { data: { service_account: { id: string } } }).data.service_account
  await signInAs('owner')
  await openKeys(page)
  await press(page, 'Add service account')
  const form = dialog(page, 'Add service account')
  await form.getByLabel('Name').fill(name)
  await assignment(page, 1).getByRole('combobox', { name: 'Role' }).selectOption('Viewer')
  await form.getByRole('button', { name: 'Add service account' }).click()
  await expect(form.getByText(`There is already a service account named "${name}".`)).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  expect((await rest('owner', 'DELETE', `/service-accounts/${id}`)).status).toBe(200)
})

test('an empty list leads to the first service account, by the keyboard', async ({ page, signInAs }) => {
  await changeAnswer(page, 'users.serviceAccounts.list', () => ({ result: { data: { service_accounts: [] } } }))
  await signInAs('admin')
  await openKeys(page)
  await expect(page.getByText('A program that must outlast your own account needs one of its own.')).toBeVisible()
  await expectFineEverywhere(page)
  await page.getByRole('button', { name: 'Add your first service account' }).press('Enter')
  await expect(dialog(page, 'Add service account').getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Add your first service account' })).toBeFocused()
})

for (const role of ['manager', 'viewer'] as const)
  test(`a ${role} sees no service accounts and does not ask for them`, async ({ page, signInAs }) => {
    const asked = sentCalls(page, 'users.serviceAccounts.list')
    await signInAs(role)
    await openKeys(page)
    await expect(page.getByRole('button', { name: 'New key' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Service accounts' })).toHaveCount(0)
    expect(asked).toEqual([])
    await expectFineEverywhere(page)
  })

test('an admin of one store manages only accounts of that store', async ({ page, rest, baseURL }) => {
  const { body } = await rest('owner', 'GET', '/stores')
  const north = (body as Stores).data.stores.find((store) => store.name === 'North Supply')?.id ?? ''
  const wide = `Wide ${crypto.randomUUID()}`
  const made = await rest('owner', 'POST', '/service-accounts', { name: wide, roles: [{ role_id: 'viewer', store_id: null }] })
  const { id } = (made.body as { data: { service_account: { id: string } } }).data.service_account
  await signInAlone(page, String(baseURL), { store_ids: [north] })
  await openKeys(page)
  await expect(page.getByRole('heading', { name: 'Service accounts' })).toBeVisible()
  await expect(page.getByText(wide)).toHaveCount(0)
  await press(page, 'Add service account')
  const name = `Near ${crypto.randomUUID().slice(0, 8)}`
  await dialog(page, 'Add service account').getByLabel('Name').fill(name)
  await assignment(page, 1).getByRole('combobox', { name: 'Role' }).selectOption('Staff')
  await expect(assignment(page, 1).getByRole('combobox', { name: 'Store' })).toHaveValue('North Supply')
  await dialog(page, 'Add service account').getByRole('button', { name: 'Add service account' }).click()
  await expect(entry(page, name)).toContainText('Staff North Supply')
  await press(page, `Delete: ${name}`)
  await confirm(page, 'Delete')
  await expect(entry(page, name)).toHaveCount(0)
  expect((await rest('owner', 'DELETE', `/service-accounts/${id}`)).status).toBe(200)
})
