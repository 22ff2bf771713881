import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { GoogleKey } from '#shared/google-key.ts'
import { googleMessages } from '#shared/google-messages.ts'
import { failed } from '#tests/support/answer.ts'
import { always, cutOff, label, nowAnswering, openScreen, sentTo } from './app.tsx'
import { madeProduct } from './usual-answers.ts'

const none: GoogleKey = { source: null, email: null, savedAt: null, environmentEmail: null }
const given: GoogleKey = { source: 'environment', email: 'env@p.test', savedAt: null, environmentEmail: 'env@p.test' }
const saved: GoogleKey = { source: 'settings', email: 'own@p.test', savedAt: '2026-11-01T08:00:00.000Z', environmentEmail: null }
const file = JSON.stringify({ type: 'service_account', client_email: 'own@p.test', private_key: '-----BEGIN PRIVATE KEY-----' })

const answer = (google: GoogleKey) => ({ 'settings.google.get': always({ google }) })
const open = (google: GoogleKey, answers = {}) =>
  openScreen('/settings?tab=google', { as: 'owner', answers: { ...answer(google), ...answers } })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const shared = () => screen.findByLabelText(googleMessages.shareAs)

test('is a tab for those who may change the settings of the company', async () => {
  await openScreen('/settings?tab=google', { as: 'admin' })
  expect(await screen.findByRole('tab', { name: 'Webhooks' })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Google Sheets' })).toBeNull()
})

test('without a key, one is added: each mistake says what was pasted, and a refusal stays with the form', async () => {
  await open(none, { 'settings.google.save': () => failed(502, 'SHEETS_ACCOUNT_REFUSED', googleMessages.keyRevoked) })
  expect(screen.queryByRole('heading', { name: 'Test a spreadsheet' })).toBeNull()
  await press('Add key')
  const form = within(await screen.findByRole('dialog', { name: 'Add Google key' }))
  expect(form.getByRole('heading', { name: 'How to get the key' })).toBeVisible()
  const field = form.getByLabelText(label('JSON key file'))
  const send = async (text: string) => {
    await userEvent.clear(field)
    if (text) await userEvent.click(field).then(() => userEvent.paste(text))
    await userEvent.click(form.getByRole('button', { name: 'Save key' }))
  }
  await send('')
  expect(form.getByText(googleMessages.mistakes.empty)).toBeVisible()
  await send('{"web":{}}')
  expect(form.getByText(googleMessages.mistakes.oauthClient)).toBeVisible()
  expect(field).toHaveFocus()
  expect(sentTo('settings.google.save')).toEqual([])
  await send(file)
  expect(await form.findByText(googleMessages.keyRevoked)).toBeVisible()
  nowAnswering({ ...answer(saved), 'settings.google.save': always({ google: saved }) })
  await send(file)
  expect(await shared()).toHaveValue('own@p.test')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentTo('settings.google.save')).toEqual([{ key: file }, { key: file }])
})

test('a key of the environment says so, and has no button that removes it', async () => {
  await open(given)
  expect(await shared()).toHaveValue('env@p.test')
  expect(screen.getByText(googleMessages.fromEnvironment)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Remove key' })).toBeNull()
  await press('Save another key')
  expect(await screen.findByText(googleMessages.replaceHint)).toBeVisible()
})

test('a saved key is removed after a question that says what is used then', async () => {
  await open({ ...saved, environmentEmail: 'env@p.test' }, { 'settings.google.remove': always({ google: given }) })
  expect(await screen.findByText(new RegExp(RegExp.escape(googleMessages.savedOver('env@p.test'))))).toBeVisible()
  await press('Remove key')
  const question = within(await screen.findByRole('dialog', { name: 'Remove Google key' }))
  expect(question.getByText(googleMessages.removeConfirm('env@p.test'))).toBeVisible()
  nowAnswering(answer(given))
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(googleMessages.fromEnvironment)).toBeVisible()
})

test('the test says how it went: refused by us, by Google, cut off, and done', async () => {
  const url = 'https://docs.google.com/spreadsheets/d/abc/edit'
  const why = googleMessages.tabLeft('Backcounter test 1', 'No.')
  await open(saved, { 'settings.google.test': () => failed(502, 'SHEET_LEFT', why) })
  const field = await screen.findByLabelText('Spreadsheet URL')
  await userEvent.click(field)
  await userEvent.paste('https://elsewhere.test')
  await press('Test')
  expect(field).toBeInvalid()
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(url)
  await press('Test')
  expect(await screen.findByText(why)).toBeVisible()
  nowAnswering({ 'settings.google.test': cutOff })
  await press('Test')
  expect(await screen.findByText(googleMessages.testFailed)).toBeVisible()
  nowAnswering({
    'settings.google.test': always({ sheetName: 'Prices', tab: 'Backcounter test 1', message: googleMessages.tested('Prices') }),
  })
  await press('Test')
  expect(await screen.findByText(googleMessages.tested('Prices'))).toBeVisible()
  expect(sentTo('settings.google.test')).toEqual([{ url }, { url }, { url }])
})

test.each([
  ['owner', 1],
  ['staff', 0],
] as const)('an export without a key leads the %s to the settings %d times', async (as, links) => {
  await openScreen('/products', {
    as,
    answers: {
      'products.count': always({ count: 1 }),
      'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
      'export.templates.list': always({ templates: [] }),
      'export.productsEstimate': always({ items: 1, seconds: 1 }),
      'export.sheets.verify': () => failed(503, 'SHEETS_OFF', 'Google Sheets integration not configured. Please contact administrator.'),
    },
  })
  await press('Export')
  await userEvent.click(await screen.findByLabelText('Spreadsheet URL'))
  await userEvent.paste('https://docs.google.com/spreadsheets/d/abc/edit')
  await userEvent.tab()
  expect(await screen.findByText(/not configured/)).toBeVisible()
  const found = screen.queryAllByRole('link', { name: 'Set up Google Sheets' })
  expect(found.map((link) => link.getAttribute('href'))).toEqual(Array.from({ length: links }, () => '/settings?tab=google'))
})
