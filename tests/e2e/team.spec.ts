import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, holdBack, sentCalls, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const broken = () => failed(500, 'INTERNAL', 'Something went wrong on our side.')

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

test.describe('list', () => {
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

  test('is searched here, by name, e-mail and department', async ({ page }) => {
    await showTeam(page)
    const calls = sentCalls(page, 'users.list')
    await page.goto('/users')
    const search = page.getByPlaceholder('Search by name, email or department...')
    for (const [typed, found] of [
      ['lovelace', 'Ada Lovelace'],
      ['BO@', 'Unnamed'],
      ['cy@team', 'Cy'],
    ] as const) {
      await search.fill(typed)
      await expect(page.getByRole('list', { name: 'Team members' }).getByRole('heading')).toHaveText([found])
    }
    await search.fill('nobody at all')
    await expect(page.getByText('No users found')).toBeVisible()
    await page.getByRole('button', { name: 'Show everybody' }).press('Enter')
    await expect(search).toHaveValue('')
    await expect(page.getByText('No users found')).toHaveCount(0)
    expect(calls).toHaveLength(1)
  })

  test('shows a spinner while it loads', async ({ page }) => {
    const release = await holdBack(page, trpc('users.list'))
    await page.goto('/users')
    await expect(page.getByRole('status', { name: 'Loading team members' })).toBeVisible()
    release()
    await expect(card(page, 'Olivia Owner')).toBeVisible()
  })

  test('says when it cannot be had', async ({ page }) => {
    await changeAnswer(page, 'users.list', broken)
    await page.goto('/users')
    await expect(dialog(page)).toContainText('Failed to load users. Please refresh the page.')
    await expectFineEverywhere(page)
    await dialog(page).getByRole('button', { name: 'OK' }).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, 'Olivia Owner')).toBeVisible()
  })

  test('gives way to Access Denied when the right is lost', async ({ page }) => {
    await changeAnswer(page, 'users.list', () => failed(403, 'ACCESS_DENIED', 'Access denied.'))
    await page.goto('/settings')
    await page.getByRole('link', { name: 'Team' }).click()
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
    for (const text of [
      "You don't have permission to view the Users page...",
      'Required permission: users:read',
      'Minimum role: Admin or Owner',
    ])
      await expect(page.getByText(text)).toBeVisible()
    await expectFineEverywhere(page)
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL('/settings')
  })
})

test.describe('actions', () => {
  const labels = (page: Page, name: string) =>
    card(page, name)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title')))

  test('go by the state of the person, and spare oneself', async ({ page }) => {
    await page.route(trpc('users.list'), async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { result: { data: { users: object[]; mail: object } } }[]
      const json = body.map((answer) =>
        'users' in answer.result.data
          ? { result: { data: { ...answer.result.data, users: [...answer.result.data.users, ...team] } } }
          : answer,
      )
      await route.fulfill({ response, json })
    })
    await page.goto('/users')
    await expect(card(page, 'Ada Lovelace')).toBeVisible()
    expect(await labels(page, 'Ada Lovelace')).toEqual([
      'Edit',
      'End sessions',
      'Reset second factor',
      'Password link',
      'Deactivate',
      'Delete permanently',
    ])
    expect(await labels(page, 'Unnamed')).toEqual(['Invite again', 'Edit', 'Delete permanently'])
    expect(await labels(page, 'Cy')).toEqual(['Edit', 'Reactivate', 'Delete permanently'])
    expect(await labels(page, 'Olivia Owner')).toEqual(['Edit'])
  })

  test('of an administrator end below the owner', async ({ page, signInAs }) => {
    await signInAs('admin')
    await page.goto('/users')
    await expect(card(page, 'Sam Staff')).toBeVisible()
    expect(await labels(page, 'Sam Staff')).toEqual(['Edit', 'End sessions', 'Reset second factor', 'Password link'])
    expect(await labels(page, 'Olivia Owner')).toEqual([])
  })

  for (const [action, question, title, call, sentence, input] of [
    [
      'Deactivate',
      'Are you sure you want to deactivate this user?',
      'Ada Lovelace',
      'users.deactivate',
      'Failed to deactivate user: ',
      { id: 'ada' },
    ],
    [
      'Reactivate',
      'Are you sure you want to reactivate this user?',
      'Cy',
      'users.update',
      'Failed to reactivate user: ',
      { id: 'cy', is_active: true },
    ],
    [
      'End sessions',
      'Are you sure you want to end all sessions of Ada Lovelace? They have to sign in again.',
      'Ada Lovelace',
      'users.endSessions',
      'Failed to end the sessions: ',
      { id: 'ada' },
    ],
    [
      'Reset second factor',
      'Are you sure you want to reset the second factor of Ada Lovelace? Their authenticator app, recovery codes and passkeys stop working.',
      'Ada Lovelace',
      'users.resetSecondFactor',
      'Failed to reset the second factor: ',
      { id: 'ada' },
    ],
    [
      'Delete permanently',
      'Are you sure you want to permanently delete Ada Lovelace? This action cannot be undone.',
      'Ada Lovelace',
      'users.remove',
      'Failed to delete user: ',
      { id: 'ada' },
    ],
  ] as const)
    test(`${action} asks first, says why it fails, and loads the list anew`, async ({ page }) => {
      await showTeam(page)
      const sent = sentCalls(page, call)
      await page.goto('/users')
      const open = () => card(page, title).getByRole('button', { name: action }).click()
      await open()
      await expect(dialog(page)).toContainText(question)
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(dialog(page)).toHaveCount(0)
      expect(sent).toEqual([])

      await open()
      await changeAnswer(page, call, () => failed(409, 'CONFLICT', 'Somebody else was faster.'))
      const confirm = dialog(page).getByRole('button', { name: /^(Deactivate|Reactivate|Delete|End sessions|Reset)$/ })
      await confirm.click()
      await expect(dialog(page).getByRole('alert')).toHaveText(`${sentence}Somebody else was faster.`)
      expect(sent).toEqual([input])
      await expectFineEverywhere(page)

      const loaded = sentCalls(page, 'users.list')
      await changeAnswer(page, call, () => ({ result: { data: { user: person } } }))
      await confirm.click()
      await expect(dialog(page)).toHaveCount(0)
      expect(loaded).toHaveLength(1)
    })
})
