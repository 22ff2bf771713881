import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

const role = (id: string, display_name: string, level: number) => ({ id, display_name, level, description: '', permissions: [] })
const person = {
  id: 'ada',
  email: 'ada@team.test',
  full_name: 'Ada Lovelace',
  department: 'Analysis',
  avatar_url: null,
  is_active: true,
  email_confirmed_at: '2026-01-01T00:00:00.000Z',
  user_roles: [
    { id: 'a1', store_id: 'gone', store: null, role: role('manager', 'Manager', 50) },
    { id: 'a2', store_id: null, store: null, role: null },
  ],
}
const team = [
  person,
  { ...person, id: 'bo', email: 'bo@team.test', full_name: null, department: null, email_confirmed_at: null, user_roles: [] },
  { ...person, id: 'cy', email: 'cy@team.test', full_name: 'Cy', is_active: false, avatar_url: 'data:image/png;base64,broken' },
]
const showTeam = (page: Page, users: readonly object[] = team) =>
  changeAnswer(page, 'users.list', () => ({ result: { data: { users, mail: { isSent: true, failingSince: null } } } }))

test.beforeEach(async ({ signInAs }) => signInAs('owner'))

test('shows who is on the team, in which state, with which roles where', async ({ page }) => {
  await showTeam(page)
  const calls = sentCalls(page, 'users.list')
  await page.goto('/users')
  await expect(page.getByRole('heading', { name: 'Team Members', level: 1 })).toBeVisible()
  expect(calls[0]).toEqual({ active_only: false })
  await expect(page.getByText('Manage users, roles and permissions')).toBeVisible()
  await expect(card(page, 'Ada Lovelace')).toContainText('Active')
  const assignments = card(page, 'Ada Lovelace').getByRole('list', { name: 'Role Assignments' }).getByRole('listitem')
  await expect(assignments).toHaveText([/Manager\s*Unknown Store\s*Analysis/, /Unknown\s*All Stores/])
  await expect(card(page, 'Unnamed')).toContainText('Pending')
  await expect(card(page, 'Unnamed')).toContainText('bo@team.test')
  await expect(card(page, 'Cy')).toContainText('Inactive')
  await expect(card(page, 'Cy').getByText('C', { exact: true })).toBeVisible()
  const colorOf = (name: string) =>
    card(page, name)
      .getByRole('heading')
      .evaluate((title) => getComputedStyle(title).color)
  expect(await colorOf('Cy')).not.toBe(await colorOf('Ada Lovelace'))
  await expectFineEverywhere(page)
})

test('what is refused is accessible: an action, the right, the list', async ({ page }) => {
  await showTeam(page)
  await changeAnswer(page, 'users.remove', () => failed(409, 'CONFLICT', 'Somebody else was faster.'))
  await page.goto('/users')
  await card(page, 'Ada Lovelace').getByRole('button', { name: 'Delete permanently' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expectFineEverywhere(page)

  await changeAnswer(page, 'users.list', () => failed(403, 'ACCESS_DENIED', 'Access denied.'))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expectFineEverywhere(page)

  await changeAnswer(page, 'users.list', () => failed(500, 'INTERNAL', 'Something went wrong on our side.'))
  await page.reload()
  await expect(dialog(page)).toContainText('Failed to load users. Please refresh the page.')
  await expectFineEverywhere(page)
})

test('actions of an administrator end below the owner', async ({ page, signInAs }) => {
  const labels = (name: string) =>
    card(page, name)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title')))
  await signInAs('admin')
  await page.goto('/users')
  await expect(card(page, 'Sam Staff')).toBeVisible()
  expect(await labels('Sam Staff')).toEqual(['Edit', 'End sessions', 'Reset second factor', 'Password link'])
  expect(await labels('Olivia Owner')).toEqual([])
})
