import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Destination } from '#shared/destinations.ts'
import { failed } from '#tests/support/answer.ts'
import { always, label, nowAnswering, openScreen, sentTo } from './app.tsx'

const kept = { hasSecret: true, createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-01T08:00:00.000Z' }
const hostKey = `SHA256:${'k'.repeat(43)}`
const server = {
  ...kept,
  id: 'd-sftp',
  name: 'Accountant',
  kind: 'sftp',
  settings: { host: 'sftp.example.com', port: 22, username: 'shop', folder: 'in', hostKey: null, whenTaken: 'number' },
} satisfies Destination
const bucket = {
  ...kept,
  id: 'd-s3',
  name: 'Archive',
  kind: 's3',
  settings: {
    bucket: 'shop-exports',
    folder: 'orders',
    region: 'eu-central-1',
    endpoint: null,
    pathStyle: false,
    accessKeyId: 'AKIA1',
    whenTaken: 'number',
  },
} satisfies Destination

const open = (destinations: readonly Destination[], answers = {}) =>
  openScreen('/settings?tab=destinations', {
    as: 'admin',
    answers: {
      'settings.destinations.list': always({ destinations }),
      'export.schedules.list': always({ schedules: [] }),
      ...answers,
    },
  })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const row = async (name: string) => {
  const item = (await screen.findByText(name)).closest('li')
  if (!item) throw new Error(`no entry of ${name}`)
  return within(item)
}

test('is a tab for those who may manage destinations', async () => {
  await openScreen('/settings?tab=destinations', { as: 'manager' })
  expect(await screen.findByRole('tab', { name: 'Sessions' })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Destinations' })).toBeNull()
})

test('an empty list says what destinations are for and leads to the first one', async () => {
  await open([], { 'settings.destinations.create': always({ destination: bucket }) })
  expect(await screen.findByText(/Exports and schedules can send their files to a bucket/)).toBeVisible()
  await press('Add your first destination')
  const form = within(await screen.findByRole('dialog', { name: 'Add destination' }))
  await userEvent.click(form.getByRole('button', { name: 'Add destination' }))
  for (const sentence of ['Please enter a name', 'Please enter the name of a bucket', 'Please enter the access key ID'])
    expect(form.getByText(sentence)).toBeVisible()
  expect(form.getByText('Please enter the credentials')).toBeVisible()
  await userEvent.type(form.getByLabelText(label('Name')), 'Archive')
  await userEvent.type(form.getByLabelText(label('Bucket')), 'shop-exports')
  await userEvent.type(form.getByLabelText(label('Folder')), 'orders')
  await userEvent.type(form.getByLabelText(label('Access key ID')), 'AKIA1')
  await userEvent.type(form.getByLabelText(label('Secret access key')), 'hidden')
  nowAnswering({ 'settings.destinations.list': always({ destinations: [bucket] }) })
  await userEvent.click(form.getByRole('button', { name: 'Add destination' }))
  expect(await screen.findByText(/shop-exports\/orders/)).toBeVisible()
  expect(sentTo('settings.destinations.create')).toEqual([
    {
      name: 'Archive',
      kind: 's3',
      settings: { ...bucket.settings, region: 'us-east-1' },
      secrets: { secretAccessKey: 'hidden' },
    },
  ])
})

test('each kind has its own fields, and mistakes stand at them', async () => {
  await open([])
  await press('Add your first destination')
  const form = within(await screen.findByRole('dialog', { name: 'Add destination' }))
  const kind = form.getByLabelText('Kind')
  const submit = () => userEvent.click(form.getByRole('button', { name: 'Add destination' }))
  await userEvent.selectOptions(kind, 'Server with SFTP')
  await userEvent.clear(form.getByLabelText(label('Port')))
  await submit()
  for (const sentence of ['Please enter a host name', 'Please enter a port from 1 to 65535', 'Please enter the user name'])
    expect(form.getByText(sentence)).toBeVisible()
  await userEvent.click(form.getByRole('radio', { name: 'Private key' }))
  await submit()
  expect(form.getByText('Please enter the credentials')).toBeVisible()
  expect(form.getByLabelText(label('Private key'), { selector: 'textarea' })).toBeInvalid()
  await userEvent.selectOptions(kind, 'E-mail')
  await userEvent.type(form.getByLabelText(label('E-mail addresses')), 'nobody')
  await submit()
  expect(form.getByText('Please enter valid e-mail addresses')).toBeVisible()
  await userEvent.selectOptions(kind, 'Signed call')
  await userEvent.click(form.getByRole('button', { name: 'Make a key' }))
  expect(form.getByLabelText<HTMLInputElement>(label('Signing key')).value).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await userEvent.selectOptions(kind, 'Google spreadsheet')
  expect(form.getByLabelText(label('Spreadsheet URL'))).toBeVisible()
})

test('a kept secret is left out, and asked for again at a new address', async () => {
  await open([bucket], { 'settings.destinations.update': always({ destination: bucket }) })
  await press('Edit: Archive')
  const form = within(await screen.findByRole('dialog', { name: 'Edit destination' }))
  expect(form.getByText('Leave empty to keep the saved one')).toBeVisible()
  expect(form.queryByLabelText('Kind')).toBeNull()
  const target = form.getByLabelText(label('Bucket'))
  await userEvent.type(target, '-2')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(form.getByText('Please enter it again, because the address has changed')).toBeVisible()
  expect(sentTo('settings.destinations.update')).toEqual([])
  await userEvent.clear(target)
  await userEvent.type(target, 'shop-exports')
  await userEvent.clear(form.getByLabelText(label('Folder')))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => sentTo('settings.destinations.update'))
    .toEqual([{ id: 'd-s3', name: 'Archive', kind: 's3', settings: { ...bucket.settings, folder: '' } }])
})

test('a refusal stands at the field that it is about', async () => {
  const issues = [{ path: 'settings.endpoint', message: 'The host has an address that is not public' }]
  await open([bucket], { 'settings.destinations.update': () => failed(400, 'INVALID_INPUT', 'Refused', issues) })
  await press('Edit: Archive')
  const form = within(await screen.findByRole('dialog', { name: 'Edit destination' }))
  await userEvent.type(form.getByLabelText('Address of the storage'), 'https://intern.example')
  await userEvent.type(form.getByLabelText(label('Secret access key')), 'hidden')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('The host has an address that is not public')).toBeVisible()
})

test('the key of a server is shown, confirmed and tested', async () => {
  const unknown = { message: 'The key of the server is not confirmed yet.', failure: 'HOST_KEY_UNKNOWN', hostKey }
  const confirmed = { ...server, settings: { ...server.settings, hostKey } }
  await open([server], {
    'settings.destinations.test': always(unknown),
    'settings.destinations.update': always({ destination: confirmed }),
  })
  const entry = await row('Accountant')
  expect(entry.getByText('Key not confirmed')).toBeVisible()
  await press('Test: Accountant')
  expect(await entry.findByText(hostKey)).toBeVisible()
  nowAnswering({
    'settings.destinations.list': always({ destinations: [confirmed] }),
    'settings.destinations.test': always({ message: 'Test successful!', failure: null, hostKey }),
  })
  await press('Confirm this key')
  expect(await screen.findByText('Test successful: a small file was written and removed.')).toBeVisible()
  expect(screen.queryByText('Key not confirmed')).toBeNull()
  expect(sentTo('settings.destinations.update')).toEqual([{ id: 'd-sftp', name: 'Accountant', kind: 'sftp', settings: confirmed.settings }])
})

test('a failed test says why in one sentence', async () => {
  await open([bucket], {
    'settings.destinations.test': always({
      message: 'The destination does not accept the credentials.',
      failure: 'CREDENTIALS_REFUSED',
      hostKey: null,
    }),
  })
  await press('Test: Archive')
  expect(await screen.findByText('The destination does not accept the credentials.')).toBeVisible()
})

test('the question before a deletion names the schedules that will pause', async () => {
  const schedules = [
    { id: 's', name: 'Orders of yesterday', destinationId: 'd-s3' },
    { id: 't', name: 'Others', destinationId: null },
  ]
  await open([bucket], {
    'export.schedules.list': always({ schedules }),
    'settings.destinations.remove': always({ destination: bucket }),
  })
  await press('Delete: Archive')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete destination' }))
  expect(await dialog.findByText('Orders of yesterday')).toBeVisible()
  expect(dialog.queryByText('Others')).toBeNull()
  nowAnswering({ 'settings.destinations.list': always({ destinations: [] }) })
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No destinations')).toBeVisible()
})

test('a list that did not load is asked for again', async () => {
  await open([], { 'settings.destinations.list': () => failed(500, 'INTERNAL', 'Broken') })
  expect(await screen.findByText('Destinations could not be loaded')).toBeVisible()
  nowAnswering({ 'settings.destinations.list': always({ destinations: [bucket] }) })
  await press('Retry')
  expect(await screen.findByText('Archive')).toBeVisible()
})
