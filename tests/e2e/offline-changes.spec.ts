// Without a connection, every change fails at once with a message, and is never sent later.
import type { Page, Request } from '@playwright/test'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer, holdBack, sentCalls, trpc } from './calls.ts'
import { anotherShop } from './shops.ts'

type Change = {
  /** The call that must not be sent later. */
  call: string
  /** Runs before the connection is lost. */
  open?: (page: Page) => Promise<void>
  send: (page: Page) => Promise<void>
  says: RegExp
  /** How the user abandons the change. */
  leave?: (page: Page) => Promise<void>
}
type Screen = {
  name: string
  path: string
  /** A text of the loaded screen. */ ready: string
  before?: (page: Page) => Promise<void>
  changes: readonly Change[]
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (name: string) => (page: Page) => dialog(page).getByRole('button', { name, exact: true }).click()
const cancel = inDialog('Cancel')
const unreached = /The server could not be reached\. Please check your connection\./

const asked = (call: string, opener: string, action: string, says: RegExp): Change => ({
  call,
  open: press(opener),
  send: inDialog(action),
  says,
  leave: cancel,
})

const member = {
  email: 'x@team.test',
  department: null,
  avatar_url: null,
  is_active: true,
  email_confirmed_at: '2026-01-01T00:00:00.000Z',
  user_roles: [
    { id: 'a', store_id: null, store: null, role: { id: 'viewer', display_name: 'Viewer', level: 10, description: '', permissions: [] } },
  ],
}
const picture = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkM9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
}
const choosePicture = (name: string) => (page: Page) =>
  page.getByLabel(name, { exact: true }).and(page.locator('input')).setInputFiles(picture)
const template = { id: 't', name: 'Mine', type: 'product', columns: ['Title'], canEdit: true }
const key = { id: 'k', name: 'Old', hint: null, owner: { id: 'x', email: 'x@team.test' }, permissions: ['orders:read'], store_ids: null }
const moments = { created_at: '2026-01-01T00:00:00.000Z', last_used_at: null, expires_at: null }
async function fillStore(page: Page) {
  await press('Add Store')(page)
  await dialog(page).getByLabel('Name').fill('Never made')
  await dialog(page).getByLabel('Domain').fill('never-made.myshopify.com')
  await dialog(page).getByLabel('Access token *').fill('shpat_1')
}
async function fillInvitation(page: Page) {
  await press('Invite User')(page)
  await dialog(page).getByLabel('Email').fill('never@team.test')
  await dialog(page).getByLabel('Full name').fill('Never')
  await dialog(page).getByRole('combobox', { name: 'Role' }).selectOption('Admin')
}
async function fillKey(page: Page) {
  await press('New key')(page)
  await dialog(page).getByLabel('Name').fill('Never made')
  await dialog(page).getByLabel('orders:read').check()
}
async function nameTemplate(page: Page) {
  await inDialog('Save as Template')(page)
  await dialog(page).getByLabel('Template name').fill('Never made')
}
const inBackground = (page: Page) =>
  dialog(page)
    .getByRole('checkbox', { name: /background/ })
    .check()
const exportDialog = (page: Page) => press(/^Export$/)(page).then(() => dialog(page).getByText('Start Export').waitFor())

const screens: readonly Screen[] = [
  {
    name: 'Stores',
    path: '/stores',
    ready: 'Edit Print House',
    changes: [
      { call: 'stores.create', open: fillStore, send: inDialog('Add Store'), says: /Failed to save store/, leave: cancel },
      asked('stores.update', 'Edit Print House', 'Save', /Failed to save store/),
      asked('stores.remove', 'Delete Print House', 'Delete', /Failed to delete store/),
      { call: 'stores.test', send: (page) => page.getByRole('button', { name: 'Test' }).first().click(), says: /Connection failed/ },
    ],
  },
  {
    name: 'Team',
    path: '/users',
    ready: 'Edit: Ada',
    before: (page) =>
      changeAnswer(page, 'users.list', () => ({
        result: {
          data: {
            users: [
              { ...member, id: 'ada', full_name: 'Ada' },
              { ...member, id: 'cy', full_name: 'Cy', is_active: false },
            ],
            mail: { isSent: true, failingSince: null },
          },
        },
      })),
    changes: [
      { call: 'users.invite', open: fillInvitation, send: inDialog('Send invitation'), says: /Failed to invite user/, leave: cancel },
      asked('users.update', 'Edit: Ada', 'Save', /Failed to update user/),
      asked('users.deactivate', 'Deactivate: Ada', 'Deactivate', /Failed to deactivate user: The server could not be reached/),
      asked('users.update', 'Reactivate: Cy', 'Reactivate', /Failed to reactivate user: The server could not be reached/),
      asked('users.endSessions', 'End sessions: Ada', 'End sessions', unreached),
      asked('users.resetSecondFactor', 'Reset second factor: Ada', 'Reset', unreached),
      asked('users.remove', 'Delete permanently: Cy', 'Delete', /Failed to delete user: The server could not be reached/),
    ],
  },
  {
    name: 'Settings',
    path: '/settings',
    ready: 'Save details',
    changes: [
      {
        call: 'profile.update',
        send: press('Save details'),
        says: /Failed to save your details/,
      },
      { call: 'profile.update', send: (page) => page.getByText('Dark', { exact: true }).click(), says: /Failed to save settings/ },
      {
        call: 'profile.update',
        send: choosePicture('Profile Picture'),
        says: /Failed to update avatar: The server could not be reached/,
        leave: inDialog('OK'),
      },
      { call: 'settings.update', send: choosePicture('CMS Logo'), says: unreached, leave: inDialog('OK') },
    ],
  },
  {
    name: 'API keys',
    path: '/settings?tab=keys',
    ready: 'Revoke Old',
    before: (page) => changeAnswer(page, 'profile.apiKeys', () => ({ result: { data: { api_keys: [{ ...key, ...moments }] } } })),
    changes: [
      { call: 'profile.createApiKey', open: fillKey, send: inDialog('Make key'), says: /Failed to create the key/, leave: cancel },
      asked('profile.rotateApiKey', 'Replace Old', 'Replace key', /Failed to create the key/),
      asked('profile.revokeApiKey', 'Revoke Old', 'Revoke', unreached),
    ],
  },
  {
    name: 'Sessions',
    path: '/settings?tab=sessions',
    ready: 'Sign out everywhere',
    changes: [
      {
        call: 'profile.endAllSessions',
        open: (page) => page.getByRole('region', { name: 'Sessions' }).getByRole('button', { name: 'Sign out everywhere' }).click(),
        send: inDialog('Sign out everywhere'),
        says: unreached,
        leave: cancel,
      },
    ],
  },
  {
    name: 'Jobs',
    path: '/jobs',
    ready: 'Retry',
    before: (page) =>
      changeAnswer(page, 'export.jobs.list', () => ({
        result: {
          data: jobList(madeJob({ id: '1', status: 'pending', canCancel: true }), madeJob({ id: '2', status: 'failed', canRetry: true })),
        },
      })),
    changes: [
      { call: 'export.jobs.cancel', send: press('Cancel'), says: /Failed to cancel the job/ },
      { call: 'export.jobs.retry', send: press('Retry'), says: /Failed to retry the job/ },
    ],
  },
  {
    name: 'product export',
    path: '/products',
    ready: 'Export',
    before: (page) => changeAnswer(page, 'export.templates.list', () => ({ result: { data: { templates: [template] } } })),
    changes: [
      { call: '/products/export/csv', open: exportDialog, send: inDialog('Start Export'), says: /Failed to start export/, leave: cancel },
      {
        call: '/products/export',
        open: async (page) => {
          await exportDialog(page)
          await inBackground(page)
        },
        send: inDialog('Start Export'),
        says: /Failed to start export/,
        leave: cancel,
      },
      {
        call: 'export.templates.create',
        open: async (page) => {
          await exportDialog(page)
          await nameTemplate(page)
        },
        send: inDialog('Save as Template'),
        says: /Failed to save template/,
        leave: cancel,
      },
      {
        call: 'export.templates.remove',
        open: async (page) => {
          await exportDialog(page)
          await dialog(page).getByRole('button', { name: 'Delete template Mine' }).click()
        },
        send: inDialog('Delete'),
        says: /Failed to delete template/,
        leave: inDialog('Keep'),
      },
    ],
  },
  {
    name: 'order export',
    path: '/orders',
    ready: 'Export',
    changes: [
      { call: '/export/csv', open: exportDialog, send: inDialog('Start Export'), says: /Failed to export to CSV/, leave: cancel },
      {
        call: '/orders/export',
        open: async (page) => {
          await exportDialog(page)
          await inBackground(page)
        },
        send: inDialog('Start Export'),
        says: /Failed to start export/,
        leave: cancel,
      },
    ],
  },
]

const connection = (page: Page) => page.getByRole('status', { name: 'Connection' })
/** Matches a call in a batch, or a REST call. */
const isFor = (call: string) => (request: Request) => {
  const { pathname } = new URL(request.url())
  return call.startsWith('/') ? pathname === `/api/v1${call}` : trpc(call)(new URL(request.url()))
}

for (const { name, path, ready, before, changes } of screens)
  test(`${name}: nothing is sent once the connection is back`, async ({ page, context, signInAs }) => {
    await before?.(page)
    await signInAs('owner')
    await page.goto(path)
    await expect(page.getByRole('button', { name: ready, exact: true })).toBeVisible()
    const late: string[] = []
    let isOnline = true
    page.on('request', (request) => {
      if (isOnline && changes.some(({ call }) => isFor(call)(request))) late.push(request.url())
    })
    for (const { open, send, says, leave } of changes) {
      await open?.(page)
      isOnline = false
      await context.setOffline(true)
      await expect(connection(page)).toHaveText('You are offline. Nothing can be loaded or saved.')
      await send(page)
      await expect(page.getByText(says).first()).toBeVisible()
      await leave?.(page)
      isOnline = true
      await context.setOffline(false)
      await expect(connection(page)).toBeEmpty()
    }
    // Any call that waited for the connection would be sent before this one.
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    expect(late).toEqual([])
  })

test('a delete that is cancelled while it is on its way does not arrive', async ({ page, signInAs, rest }) => {
  const name = `Kept ${crypto.randomUUID().slice(0, 8)}`
  const { status } = await rest('owner', 'POST', '/stores', { name, ...anotherShop(), active: false })
  expect(status).toBe(201)
  await signInAs('owner')
  await page.goto('/stores')
  const sent = sentCalls(page, 'stores.remove')
  const release = await holdBack(page, trpc('stores.remove'))
  await press(`Delete ${name}`)(page)
  await inDialog('Delete')(page)
  await expect.poll(() => sent.length).toBe(1)
  const brokenOff = page.waitForEvent('requestfailed', isFor('stores.remove'))
  const lists = sentCalls(page, 'stores.list')
  await cancel(page)
  await brokenOff
  release()
  await expect.poll(() => lists.length).toBeGreaterThan(0)
  await expect(page.getByRole('listitem', { name })).toBeVisible()
  expect(JSON.stringify((await rest('owner', 'GET', '/stores')).body)).toContain(name)
})
