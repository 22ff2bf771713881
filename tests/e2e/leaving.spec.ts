// Ended sessions, closed dialogs, and ways back: nothing is lost without a question, and the next user sees nothing.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { demoPassword } from '../../scripts/demo-data.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, holdBack } from './calls.ts'
import { csvCall, openExport, start } from './export-page.ts'
import { openOrders, rows } from './orders-page.ts'
import { settled as productsSettled } from './products-page.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const ended = 'Your session has ended. Please log in again.'
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function logIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await press(page, 'Sign in')
}

for (const way of ['a channel', "the storage's events"] as const)
  test(`signing out empties every tab, told by ${way}`, async ({ page, context, signInAs }) => {
    if (way !== 'a channel') await context.addInitScript(() => void Reflect.deleteProperty(window, 'BroadcastChannel'))
    await signInAs('viewer')
    await openOrders(page)
    await expect(rows(page)).not.toHaveCount(0)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await press(other, 'Logout')
    await expect(other).toHaveURL('/login')
    await expect(other.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await expect(other.getByRole('alert')).toHaveCount(0)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert')).toHaveText(ended)
    await expect(rows(page)).toHaveCount(0)
  })

const storeForm = (page: Page) => dialog(page, 'Add Store')
const ownStorage = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

async function openStoreForm(page: Page) {
  await page.goto('/stores')
  await press(page, 'Add Store')
}
async function fillStoreForm(page: Page) {
  await openStoreForm(page)
  await storeForm(page).getByLabel('Name').fill('Half-filled')
  await storeForm(page).getByLabel('Domain').fill('half-filled.myshopify.com')
  await storeForm(page).getByLabel('Access token *').fill('shpat_1')
}
async function endWhileTyping(page: Page) {
  await fillStoreForm(page)
  await changeAnswer(page, 'stores.create', () => failed(401, 'SIGNED_OUT', 'Not authenticated. Please log in again.'))
  await storeForm(page).getByRole('button', { name: 'Add Store' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('alert').filter({ hasText: ended })).toBeVisible()
  await page.context().clearCookies()
}
/** Signs in again and opens the form by hand, because the typed text may exist only in this page. */
async function comeBack(page: Page, email: string) {
  await logIn(page, email)
  await expect(page).toHaveURL('/stores')
  await press(page, 'Add Store')
}
async function expectDraft(page: Page) {
  await expect(storeForm(page).getByLabel('Name')).toHaveValue('Half-filled')
  await expect(storeForm(page).getByLabel('Domain')).toHaveValue('half-filled.myshopify.com')
  await expect(storeForm(page).getByLabel('Access token *')).toHaveValue('')
}

test('what was typed outlives the end of its session and a reload, once and without its secrets', async ({ page, signInAs }) => {
  await signInAs('owner')
  await endWhileTyping(page)
  const kept = await ownStorage(page)
  expect(kept).toContain('half-filled.myshopify.com')
  expect(kept).not.toContain('shpat_1')
  await page.reload()
  await comeBack(page, 'owner@demo.test')
  await expectDraft(page)
  await page.keyboard.press('Escape')
  await press(page, 'Discard')
  await press(page, 'Add Store')
  await expect(storeForm(page).getByLabel('Name')).toHaveValue('')
  expect(await ownStorage(page)).not.toContain('half-filled')
})

test('what was typed is there again where the browser keeps nothing', async ({ page, context, signInAs }) => {
  await context.addInitScript(() => {
    const get = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    Object.defineProperty(window, 'sessionStorage', { get })
  })
  await signInAs('owner')
  await endWhileTyping(page)
  await comeBack(page, 'owner@demo.test')
  await expectDraft(page)
})

test('what was typed is for nobody else, and for nobody after signing out', async ({ page, signInAs }) => {
  await signInAs('owner')
  await endWhileTyping(page)
  await page.reload()
  await comeBack(page, 'admin@demo.test')
  await expect(storeForm(page).getByLabel('Name')).toHaveValue('')
  expect(await ownStorage(page)).not.toContain('half-filled')

  await endWhileTyping(page)
  await logIn(page, 'admin@demo.test')
  await expect(page).toHaveURL('/stores')
  expect(await ownStorage(page)).toContain('half-filled')
  await press(page, 'Logout')
  await expect(page).toHaveURL('/login')
  expect(await ownStorage(page)).not.toContain('half-filled')
})

test('signing out leaves nothing of what was typed in another tab', async ({ page, context, signInAs }) => {
  await signInAs('owner')
  await fillStoreForm(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await press(other, 'Logout')
  await expect(page).toHaveURL('/login')
  expect(await ownStorage(page)).not.toContain('half-filled')
})

const forms = [
  { title: 'Add Store', path: '/stores', opener: 'Add Store', field: 'Name' },
  { title: 'Edit Store', path: '/stores', opener: 'Edit Print House', field: 'Name' },
  { title: 'Invite Team Member', path: '/users', opener: 'Invite User', field: 'Full name' },
  { title: 'Edit Team Member', path: '/users', opener: 'Edit: Mai Manager', field: 'Department' },
  { title: 'New API key', path: '/settings?tab=keys', opener: 'New key', field: 'Name' },
  { title: 'Add service account', path: '/settings?tab=keys', opener: 'Add service account', field: 'Name' },
  { title: 'Add webhook', path: '/settings?tab=webhooks', opener: 'Add webhook', field: 'Name' },
] as const

for (const { title, path, opener, field } of forms)
  test(`Escape asks before it throws ${title} away`, async ({ page, signInAs }) => {
    await signInAs('owner')
    await page.goto(path)
    await press(page, opener)
    await expect(dialog(page, title)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page, title)).toHaveCount(0)
    await press(page, opener)
    await dialog(page, title).getByLabel(field).fill('Typed')
    await page.keyboard.press('Escape')
    const question = dialog(page, 'Discard changes')
    await expect(question).toContainText('Your changes are not saved. Discard them?')
    // A key press in the question must not reach the form below it.
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(dialog(page, title).getByLabel(field)).toHaveValue('Typed')
    await dialog(page, title).getByLabel(field).press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

test('Back asks before it throws a form away, and saving does not', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Team' }).click()
  await press(page, 'Edit: Mai Manager')
  const [form, question] = [dialog(page, 'Edit Team Member'), dialog(page, 'Discard changes')]
  await form.getByLabel('Department').fill('Typed')
  await page.goBack()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/users')
  await expect(form.getByLabel('Department')).toHaveValue('Typed')
  await page.goBack()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goForward()
  await press(page, 'Edit: Mai Manager')
  await form.getByLabel('Department').fill('Shops')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/dashboard')
})

test('Back after closing an order does not open it again', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click()
  await rows(page).first().getByRole('button').first().click()
  const panel = dialog(page, /^Order/)
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/orders')
  await expect(panel).toHaveCount(0)
})

test('leaving during a download asks', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click()
  await productsSettled(page)
  const release = await holdBack(page, csvCall)
  await openExport(page)
  const asked = page.waitForRequest(csvCall)
  await start(page).click()
  await asked
  const question = dialog(page, 'Leave this page')
  await page.goBack()
  await expect(question).toContainText('An export is running. Leaving this page cancels it.')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(/\/products/)
  const browserAsks = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const warning = await browserAsks
  expect(warning.type()).toBe('beforeunload')
  await warning.dismiss()
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard')
  release()
})
