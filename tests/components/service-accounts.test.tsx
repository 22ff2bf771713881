import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ApiKey } from '#shared/api-keys.ts'
import { roles, type RoleName } from '#shared/roles.ts'
import type { ServiceAccount } from '#shared/service-accounts.ts'
import { failed } from '#tests/support/answer.ts'
import { always, cutOff, label, nowAnswering, openScreen, sentTo } from './app.tsx'

function assigned(name: RoleName, store: { id: string; name: string } | null) {
  const role = roles.find(({ id }) => id === name)
  return {
    id: `${name}-${store?.id}`,
    store_id: store?.id ?? null,
    store,
    role: role ? { ...role, permissions: [...role.permissions] } : null,
  }
}
const key: ApiKey = {
  id: 'k',
  name: 'Export',
  hint: 'key_abcd…wxyz',
  owner: { id: 's', email: null },
  permissions: ['products:read', 'products:export'],
  store_ids: null,
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: null,
  expires_at: '2099-01-01T08:00:00.000Z',
}
const account: ServiceAccount = {
  id: 's',
  name: 'Nightly',
  is_active: true,
  user_roles: [assigned('staff', { id: 'a', name: 'Alpha' }), { ...assigned('viewer', null), store_id: 'gone' }],
  created_at: '2026-11-01T08:00:00.000Z',
  api_keys: [key],
}
const open = (accounts: readonly ServiceAccount[], answers = {}) =>
  openScreen('/settings?tab=keys', {
    as: 'admin',
    answers: {
      'profile.apiKeys': always({ api_keys: [] }),
      'users.serviceAccounts.list': always({ service_accounts: accounts }),
      ...answers,
    },
  })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const form = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('each account has its roles, stores, state and keys in words', async () => {
  await open([
    account,
    { ...account, id: 'i', name: 'Idle', is_active: false, api_keys: [] },
    { ...account, id: 'n', name: 'New', api_keys: [] },
  ])
  const nightly = within(await screen.findByRole('listitem', { name: 'Nightly' }))
  expect(nightly.getByRole('list', { name: 'Roles of Nightly' })).toHaveTextContent('Staff AlphaViewer Unknown Store')
  expect(nightly.getByText('Active')).toBeVisible()
  const keys = nightly.getByRole('list', { name: 'API keys of Nightly' })
  expect(keys).toHaveTextContent('Export key_abcd…wxyzproducts:read, products:exportall stores of the account')
  expect(screen.getByRole('listitem', { name: 'Idle' })).toHaveTextContent('Inactive')
  expect(screen.getByRole('listitem', { name: 'Idle' })).toHaveTextContent('Activate it to make new ones.')
  expect(screen.queryByRole('button', { name: 'New key: Idle' })).toBeNull()
  expect(screen.getByRole('listitem', { name: 'New' })).toHaveTextContent('Without one, its program can do nothing.')
})

test('a key is replaced only while it works and the account still has its rights', async () => {
  const keyOf = (change: Partial<ApiKey>): ApiKey => ({ ...key, id: crypto.randomUUID(), ...change })
  const api_keys = [
    keyOf({ name: 'Fine' }),
    keyOf({ name: 'Ended', expires_at: '2020-01-01T08:00:00.000Z' }),
    keyOf({ name: 'Beyond', permissions: ['users:read'] }),
  ]
  await open([{ ...account, api_keys }])
  expect(await screen.findByRole('button', { name: 'Replace Fine of Nightly' })).toBeVisible()
  for (const name of ['Ended', 'Beyond']) {
    expect(screen.queryByRole('button', { name: `Replace ${name} of Nightly` })).toBeNull()
    expect(screen.getByRole('button', { name: `Revoke ${name} of Nightly` })).toBeVisible()
  }
})

test('an edit sends what was changed: a new name alone asks for no password', async () => {
  await open([account], { 'users.serviceAccounts.update': always({ service_account: account }) })
  await press('Edit: Nightly')
  const editor = await form('Edit service account')
  expect(editor.queryByRole('option', { name: 'Owner' })).toBeNull()
  await userEvent.type(editor.getByLabelText(label('Name')), ' II')
  await userEvent.click(editor.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await press('Edit: Nightly')
  const again = await form('Edit service account')
  await userEvent.click(again.getByRole('button', { name: 'Remove assignment 2' }))
  await userEvent.click(again.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sentTo('users.serviceAccounts.update')).toEqual([
    { id: 's', name: 'Nightly II' },
    { id: 's', roles: [{ role_id: 'staff', store_id: 'a' }] },
  ])
})

test('a key is made for the account, and shown once', async () => {
  await open([{ ...account, user_roles: [assigned('viewer', { id: 'b', name: 'Beta' })], api_keys: [] }], {
    'users.serviceAccounts.createKey': always({ api_key: key, token: 'key_token' }),
  })
  await press('New key: Nightly')
  const maker = await form('New API key of Nightly')
  expect(maker.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual(['products:read', 'orders:read', 'Beta'])
  await userEvent.type(maker.getByLabelText(label('Name')), 'Sync')
  await userEvent.click(maker.getByRole('checkbox', { name: 'orders:read' }))
  await userEvent.click(maker.getByRole('button', { name: 'Make key' }))
  expect(await (await form('API key created')).findByDisplayValue('key_token')).toBeVisible()
  expect(sentTo('users.serviceAccounts.createKey')).toEqual([
    { id: 's', name: 'Sync', permissions: ['orders:read'], store_ids: null, expires_in_days: 90 },
  ])
})

test('a refused change says why; a call that fails says its own sentence', async () => {
  const refusal = 'There can be at most 100 service accounts.'
  await open([account], { 'users.serviceAccounts.create': () => failed(409, 'CONFLICT', refusal), 'users.serviceAccounts.remove': cutOff })
  await press('Add service account')
  const maker = await form('Add service account')
  await userEvent.type(maker.getByLabelText(label('Name')), 'More')
  await userEvent.selectOptions(maker.getByLabelText(label('Role')), 'Viewer')
  await userEvent.click(maker.getByRole('button', { name: 'Add service account' }))
  expect(await maker.findByText(refusal)).toBeVisible()
  nowAnswering({ 'users.serviceAccounts.create': always({ service_account: account }) })
  await userEvent.click(maker.getByRole('button', { name: 'Add service account' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await press('Delete: Nightly')
  const question = await form('Delete service account')
  await userEvent.click(question.getByRole('button', { name: 'Delete' }))
  expect(await question.findByText('Failed to delete the service account')).toBeVisible()
})

test('a list that cannot be loaded leaves the own keys in use', async () => {
  await open([], { 'users.serviceAccounts.list': () => failed(403, 'ACCESS_DENIED', 'Access denied.') })
  expect(await screen.findByText('Failed to load service accounts', undefined, { timeout: 5_000 })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add your first key' })).toBeVisible()
})
