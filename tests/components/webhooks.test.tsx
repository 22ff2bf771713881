import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { usualEventTypes } from '#shared/events.ts'
import type { Webhook, WebhookDelivery } from '#shared/webhooks.ts'
import { failed } from '#tests/support/answer.ts'
import { always, cutOff, label, nowAnswering, openScreen, sentTo } from './app.tsx'

const webhook: Webhook = {
  id: 'w',
  name: 'Warehouse',
  url: 'https://warehouse.test/hook',
  format: 'standard',
  chatId: null,
  events: ['job.completed', 'store.failing'],
  storeIds: ['a', 'gone'],
  active: true,
  failingSince: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
}
const delivery: WebhookDelivery = {
  id: 'd',
  eventId: 'evt_d',
  type: 'job.completed',
  status: 'delivered',
  attempts: 1,
  createdAt: '2026-11-02T08:00:00.000Z',
  attemptedAt: '2026-11-02T08:00:01.000Z',
  nextAttemptAt: null,
  answerStatus: 204,
  failure: null,
  durationMs: 1_234,
  body: '{"id":"evt_d"}',
}
const open = (webhooks: readonly Webhook[], answers = {}, serverAheadMs = 0) =>
  openScreen('/settings?tab=webhooks', {
    as: 'admin',
    serverAheadMs,
    answers: { 'settings.webhooks.list': always({ webhooks }), ...answers },
  })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const row = async (name: string) => (await screen.findByText(name)).closest('li')

test('is a tab for those who may manage webhooks', async () => {
  await openScreen('/settings?tab=webhooks', { as: 'manager' })
  expect(await screen.findByRole('tab', { name: 'Sessions' })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Webhooks' })).toBeNull()
})

test('an empty list leads to the first webhook, which tells of everything unless changed', async () => {
  await open([], {
    'settings.webhooks.create': () => failed(409, 'NAME_TAKEN', 'Taken', [{ path: 'name', message: 'Another has this name' }]),
  })
  await press('Add your first webhook')
  const form = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  expect(form.getByText('Please enter a name')).toBeVisible()
  expect(form.getByText('Please enter an address that begins with https://')).toBeVisible()
  await userEvent.type(form.getByLabelText(label('Name')), 'Warehouse')
  await userEvent.type(form.getByLabelText(label('Address')), webhook.url)
  await userEvent.click(form.getByRole('checkbox', { name: 'All stores' }))
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  expect(form.getByText('Please choose at least one store')).toBeVisible()
  await userEvent.click(form.getByRole('checkbox', { name: 'Beta' }))
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  expect(await form.findByText('Another has this name')).toBeVisible()
  expect(form.getByLabelText(label('Name'))).toBeInvalid()
  expect(sentTo('settings.webhooks.create')).toEqual([
    { name: 'Warehouse', url: webhook.url, format: 'standard', chatId: null, events: usualEventTypes, storeIds: ['b'] },
  ])
})

test('a channel of Telegram has a chat, and no secret to show', async () => {
  const made = { ...webhook, format: 'telegram', chatId: '-100123456789' } as const
  await open([], { 'settings.webhooks.create': always({ webhook: made, secret: 'whsec_hidden' }) })
  await press('Add your first webhook')
  const form = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  await userEvent.type(form.getByLabelText(label('Name')), 'Team')
  await userEvent.selectOptions(form.getByLabelText('What it sends'), 'Messages for Telegram')
  await userEvent.type(form.getByLabelText(label('Address')), 'https://api.telegram.org/bot1:x/sendMessage')
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  expect(form.getByLabelText(label('Chat id'))).toBeInvalid()
  await userEvent.type(form.getByLabelText(label('Chat id')), made.chatId)
  await userEvent.click(form.getByRole('button', { name: 'Add webhook' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sentTo('settings.webhooks.create')).toMatchObject([{ format: 'telegram', chatId: made.chatId }])
  expect(screen.queryByText('whsec_hidden')).toBeNull()
})

test('each webhook has its events, stores and state in words', async () => {
  await open([
    webhook,
    { ...webhook, id: 'x', name: 'Idle', active: false, storeIds: null },
    { ...webhook, id: 'y', name: 'Broken', failingSince: '2026-11-03T08:00:00.000Z' },
  ])
  expect(await row('Warehouse')).toHaveTextContent('Events for a program · Export completed, Store fails · Alpha, Unknown store')
  expect(await row('Warehouse')).toHaveTextContent('Active')
  expect(await row('Idle')).toHaveTextContent('All stores')
  expect(await row('Idle')).toHaveTextContent('Off')
  expect(await row('Broken')).toHaveTextContent('Failing since Nov 3, 2026')
})

test('an edit sends what was changed', async () => {
  await open([webhook], { 'settings.webhooks.update': always({ webhook }) })
  await press('Edit: Warehouse')
  const form = within(await screen.findByRole('dialog', { name: 'Edit webhook' }))
  await userEvent.click(form.getByRole('checkbox', { name: 'Export failed' }))
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await press('Switch off: Warehouse')
  expect(sentTo('settings.webhooks.update')).toEqual([
    { id: 'w', events: ['job.completed', 'store.failing', 'job.failed'] },
    { id: 'w', active: false },
  ])
})

test('deliveries tell how they went, a page at a time', async () => {
  const waiting = { ...delivery, id: 'e', status: 'waiting', attempts: 3, nextAttemptAt: '2099-01-01T08:00:00.000Z' } as const
  const lost = {
    ...delivery,
    id: 'f',
    type: 'webhook.test',
    status: 'failed',
    answerStatus: null,
    failure: 'It refused the connection',
  } as const
  await open([webhook], {
    'settings.webhooks.deliveries': (input: unknown) =>
      'cursor' in Object(input)
        ? always({ deliveries: [lost], nextCursor: null })()
        : always({
            deliveries: [delivery, { ...waiting, answerStatus: 500, failure: 'It answered with status 500' }],
            nextCursor: 'next',
          })(),
    'settings.webhooks.redeliver': () => failed(409, 'CONFLICT', 'This webhook is not active.'),
  })
  await press('Deliveries: Warehouse')
  const list = within(await screen.findByRole('dialog', { name: 'Deliveries to Warehouse' }))
  expect(await list.findByText(/1 attempt · answered 204 after 1,234 ms$/)).toBeVisible()
  expect(list.getByText(/3 attempts · It answered with status 500 after 1,234 ms · next attempt Jan 1, 2099/)).toBeVisible()
  expect(list.getAllByRole('button', { name: /^Send again/ })).toHaveLength(1)
  await userEvent.click(list.getByRole('button', { name: 'Show more' }))
  expect(await list.findByText(/It refused the connection/)).toBeVisible()
  expect(list.queryByRole('button', { name: 'Show more' })).toBeNull()
  await userEvent.click(list.getByRole('button', { name: /^Send again: Test/ }))
  expect(await list.findByText('This webhook is not active.')).toBeVisible()
})

test('a delivery that is sent in a moment is watched, whatever the clock of the device says', async () => {
  const serverAheadMs = 3 * 3_600_000
  const nextAttemptAt = new Date(Date.now() + serverAheadMs).toISOString()
  const waiting = { ...delivery, status: 'waiting', nextAttemptAt } as const
  await open([webhook], { 'settings.webhooks.deliveries': always({ deliveries: [waiting], nextCursor: null }) }, serverAheadMs)
  await press('Deliveries: Warehouse')
  const list = within(await screen.findByRole('dialog', { name: 'Deliveries to Warehouse' }))
  expect(await list.findByText('Waiting')).toBeVisible()
  nowAnswering({ 'settings.webhooks.deliveries': always({ deliveries: [delivery], nextCursor: null }) })
  expect(await list.findByText('Delivered', {}, { timeout: 5_000 })).toBeVisible()
})

test('a failed test says why; a call that fails says its own sentence', async () => {
  await open([webhook], {
    'settings.webhooks.test': always({ delivery: { ...delivery, status: 'failed', failure: 'It did not answer in time' } }),
  })
  await press('Send a test: Warehouse')
  expect(await screen.findByText('It did not answer in time')).toBeVisible()
  nowAnswering({ 'settings.webhooks.test': cutOff })
  await press('Send a test: Warehouse')
  expect(await screen.findByText('Failed to send the test')).toBeVisible()
})
