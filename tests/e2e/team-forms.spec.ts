import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { accept, asOwner, invite } from './people.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const form = (page: Page) => dialog(page, 'Invite Team Member')
const editor = (page: Page) => dialog(page, 'Edit Team Member')
const roleOf = (page: Page) => form(page).getByRole('combobox', { name: 'Role' })
const send = (page: Page) => form(page).getByRole('button', { name: 'Send invitation' }).click()
const origin = (page: Page) => new URL(page.url()).origin

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/users')
  await expect(card(page, 'Olivia Owner')).toBeVisible()
})

test.describe('invite form', () => {
  test.beforeEach(async ({ page }) => page.getByRole('button', { name: 'Invite User' }).click())

  test('names every mistake, and asks for stores below the admin level', async ({ page }) => {
    const sent = sentCalls(page, 'users.invite')
    await expect(form(page).getByLabel('Department')).toBeVisible()
    await form(page).getByLabel('Email').fill('abc')
    await send(page)
    await expect(form(page).getByText('Please enter a valid email address')).toBeVisible()
    await expect(form(page).getByLabel('Email')).toBeFocused()
    for (const field of ['Email', 'Full name']) await expect(form(page).getByLabel(field)).toHaveAttribute('aria-invalid', 'true')
    await expect(roleOf(page)).toHaveAttribute('aria-invalid', 'true')
    await form(page).getByLabel('Email').fill('named@e2e.test')
    await form(page).getByLabel('Full name').fill('Named')
    await roleOf(page).selectOption('Manager')
    await expect(form(page).getByText('Please select at least one store', { exact: true })).toBeVisible()
    await send(page)
    await expect(form(page).getByRole('group', { name: 'Stores' })).toHaveAccessibleDescription(
      'Please select at least one store for this role',
    )
    await expect(form(page).getByRole('checkbox', { name: 'All Stores' })).toBeFocused()
    for (const store of ['All Stores', 'Print House'])
      await expect(form(page).getByRole('checkbox', { name: store })).toHaveAttribute('aria-invalid', 'true')
    expect(sent).toEqual([])
    await expectFineEverywhere(page)
  })

  test('sends no stores for an administrator, shows the link, and loads the list anew', async ({ page }) => {
    const sent = sentCalls(page, 'users.invite')
    const email = `${crypto.randomUUID()}@e2e.test`
    await form(page).getByLabel('Email').fill(email)
    await form(page).getByLabel('Full name').fill(email)
    await roleOf(page).selectOption('Admin')
    await send(page)
    const done = dialog(page, 'User invited')
    await expect(done.getByLabel('Invitation link')).toHaveValue(/#access_token=.+&refresh_token=.+&type=invite$/)
    expect(sent).toEqual([{ email, full_name: email, department: null, role_id: 'admin', store_ids: null }])
    await expectFineEverywhere(page)
    await done.getByRole('button', { name: 'OK' }).click()
    await expect(card(page, email)).toContainText('Pending')
  })

  test('proposes a name from the address, which typing replaces', async ({ page }) => {
    const name = form(page).getByLabel('Full name')
    await form(page).getByLabel('Email').fill('anna.smith@e2e.test')
    await name.click()
    await expect(name).toHaveValue('Anna Smith')
    await page.keyboard.type('Dr. Anna')
    await expect(name).toHaveValue('Dr. Anna')
    await form(page).getByLabel('Email').fill('ben.young@e2e.test')
    await form(page).getByLabel('Department').click()
    await expect(name).toHaveValue('Dr. Anna')
    await name.fill('Ben Young')
    await form(page).getByLabel('Email').fill('eva.stone@e2e.test')
    await expect(name).toHaveValue('Eva Stone')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Eva')
    await expect(name).toHaveValue('Eva')
  })

  test('tells that somebody deactivated is back', async ({ page, request }) => {
    const known = await invite(request, origin(page))
    await accept(origin(page), known)
    await asOwner(request, origin(page), 'DELETE', `/users/${known.id}`)
    await form(page).getByLabel('Email').fill(known.email)
    await form(page).getByLabel('Full name').fill(known.name)
    await roleOf(page).selectOption('Admin')
    await send(page)
    await expect(dialog(page, 'User reactivated')).toContainText(`User ${known.email} has been reactivated and roles have been updated.`)
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(card(page, known.name)).toContainText('Active')
  })

  test('has a guide to the roles', async ({ page }) => {
    await form(page).getByRole('button', { name: 'Which role is right?' }).click()
    const guide = dialog(page, 'Role Permissions Guide')
    await expect(guide.getByText('Choose the right role for your team member')).toBeVisible()
    await expect(guide.getByRole('listitem')).toHaveText([
      /Owner.*Level 100\S.+/,
      /Admin.*Level 90\S.+/,
      /Manager.*Level 50\S.+/,
      /Staff.*Level 30\S.+/,
      /Viewer.*Level 10\S.+/,
    ])
    await expectFineEverywhere(page)
    await guide.getByRole('button', { name: 'Got it!' }).click()
    await expect(guide).toHaveCount(0)
    await expect(form(page)).toBeVisible()
  })
})

test('inviting somebody again says which of their roles it leaves out', async ({ page, request, rest }) => {
  const known = await invite(request, origin(page))
  const { body } = await rest('owner', 'GET', '/stores')
  const { stores } = body as { stores: { id: string; name: string }[] }
  const idOf = (wanted: string) => stores.find(({ name }) => name === wanted)?.id
  const roles = [
    { role_id: 'manager', store_id: idOf('Harbor & Pine') },
    { role_id: 'staff', store_id: idOf('Print House') },
  ]
  expect((await rest('owner', 'PUT', `/users/${known.id}/roles`, { roles })).status).toBe(200)
  await page.reload()
  await card(page, known.name).getByRole('button', { name: 'Invite again' }).click()
  await expect(form(page).getByRole('note')).toContainText('removes: Staff (Print House).')
  await expect(form(page).getByRole('checkbox', { name: 'Harbor & Pine' })).toBeChecked()
  await expect(form(page).getByRole('checkbox', { name: 'All Stores' })).not.toBeChecked()
  await expectFineEverywhere(page)
})

test.describe('edit form', () => {
  const open = (page: Page, name: string) => card(page, name).getByRole('button', { name: 'Edit' }).click()
  const row = (page: Page, number: number) => editor(page).getByRole('group', { name: `Assignment ${number}` })
  const save = (page: Page) => editor(page).getByRole('button', { name: 'Save' }).click()

  test('keeps the last assignment and wants a role for each', async ({ page }) => {
    await open(page, 'Sam Staff')
    await row(page, 1).getByRole('button', { name: 'Remove assignment 1' }).click()
    const alert = dialog(page, 'Role Assignments')
    await expect(alert).toContainText('User must have at least one role assigned')
    await alert.getByRole('button', { name: 'OK' }).click()
    await editor(page).getByRole('button', { name: 'Add role' }).click()
    await expect(row(page, 2).getByRole('combobox', { name: 'Store' })).toBeDisabled()
    await save(page)
    await expect(editor(page).getByText('Please select a role for all assignments')).toBeVisible()
    await row(page, 2).getByRole('combobox', { name: 'Role' }).selectOption('Admin')
    await expect(row(page, 2).getByText('Store (optional)')).toBeVisible()
    await row(page, 2).getByRole('combobox', { name: 'Role' }).selectOption('Staff')
    await expect(row(page, 2).getByText('Store (optional)')).toHaveCount(0)
    await expect(editor(page).getByText('Inactive users cannot access the system')).toBeVisible()
    await expectFineEverywhere(page)
  })

  test('chooses the store that was typed by Enter, and never saves while the stores are open', async ({ page }) => {
    const sent = sentCalls(page, 'users.update')
    await open(page, 'Sam Staff')
    const store = row(page, 1).getByRole('combobox', { name: 'Store' })
    await store.click()
    await store.fill('no such store')
    await expect(page.getByText('No matches')).toBeVisible()
    await store.press('Enter')
    await store.fill('harbor')
    await store.press('Enter')
    await expect(store).toHaveValue('Harbor & Pine')
    await expect(store).toHaveAttribute('aria-expanded', 'false')
    expect(sent).toEqual([])
    await editor(page).getByRole('button', { name: 'Cancel' }).click()
  })

  test('saves a name, a department and a role in all stores', async ({ page, request }) => {
    const known = await invite(request, origin(page))
    await page.reload()
    const sent = sentCalls(page, 'users.update')
    await open(page, known.name)
    await expect(editor(page).getByLabel('Full name')).toHaveValue(known.name)
    await expect(editor(page).getByRole('checkbox', { name: 'Active' })).toBeChecked()
    await editor(page).getByLabel('Full name').fill(`${known.name} II`)
    await editor(page).getByLabel('Department').fill('Support')
    await row(page, 1).getByRole('combobox', { name: 'Role' }).selectOption('Viewer')
    await save(page)
    await expect(card(page, `${known.name} II`)).toContainText('Viewer')
    await expect(card(page, `${known.name} II`)).toContainText('All Stores')
    const roles = [{ role_id: 'viewer', store_id: null }]
    expect(sent).toEqual([{ id: known.id, full_name: `${known.name} II`, department: 'Support', roles }])
  })

  test('does not bring back somebody who was deactivated while it was open', async ({ page, request }) => {
    const known = await invite(request, origin(page))
    await accept(origin(page), known)
    await page.reload()
    await open(page, known.name)
    await asOwner(request, origin(page), 'DELETE', `/users/${known.id}`)
    await editor(page).getByLabel('Department').fill('Support')
    await save(page)
    await expect(card(page, known.name)).toContainText('Support')
    await expect(card(page, known.name)).toContainText('Inactive')
  })
})
