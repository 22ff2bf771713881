import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { connectMessages } from '#shared/connect-messages.ts'
import { refusalText, shopRefusals, type ShopRefusal } from '#shared/shop-refusals.ts'
import { scopeList } from '#shared/shop-scopes.ts'
import { failed } from '#tests/support/answer.ts'
import { madeStore } from '#tests/support/made-store.ts'
import { always, label, nowAnswering, openScreen, sentTo } from './app.tsx'

const dialog = () => screen.findByRole('dialog')
/** Pasted, because the form is drawn anew after each key. */
async function fill(name: string, text: string) {
  await userEvent.click(within(await dialog()).getByLabelText(label(name)))
  await userEvent.paste(text)
}
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }))
const choose = async (name: string) => userEvent.click(within(await dialog()).getByRole('radio', { name }))

async function fillForm(way: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Add Store' }))
  await fill('Name', 'New')
  await fill('Domain', 'https://admin.shopify.com/store/new')
  await choose(way)
  await fill('Client ID', 'id')
  await fill('Client secret', 'secret')
}

describe('the form', () => {
  test('finds out that client credentials do not fit, and offers the way that does', async () => {
    const message = refusalText('shopNotPermitted')
    const refusal = () => failed(422, 'STORE_REJECTED', `New: ${message}`, [{ path: 'credential', message }])
    await openScreen('/stores', { as: 'owner', answers: { 'stores.create': refusal } })
    await fillForm('Client ID and secret')
    await press('Add Store')
    expect(await screen.findByText(message)).toBeVisible()
    await press('Use Approval in Shopify')
    expect(within(await dialog()).getByRole('radio', { name: 'Approval in Shopify' })).toBeChecked()
    nowAnswering({ 'stores.connect': () => failed(409, 'NAME_TAKEN', 'Another store has this name') })
    await press('Continue in Shopify')
    expect(await screen.findByText('Another store has this name')).toBeVisible()
    expect(sentTo('stores.connect')).toEqual([
      expect.objectContaining({ domain: 'https://admin.shopify.com/store/new', clientId: 'id', clientSecret: 'secret' }),
    ])
  })

  test('shows scopes, redirect URL and the errors of Shopify, to copy', async () => {
    await openScreen('/stores', { as: 'owner' })
    await userEvent.click(await screen.findByRole('button', { name: 'Add Store' }))
    expect(within(await dialog()).queryByText('Scopes')).toBeNull()
    await choose('Approval in Shopify')
    const shown = within(await dialog())
    expect(shown.getByLabelText('Scopes')).toHaveValue(scopeList)
    await waitFor(() =>
      expect(shown.getByLabelText('Redirect URL')).toHaveValue(`${window.location.origin}/api/v1/stores/connect/callback`),
    )
    expect(shown.queryByRole('alert')).toBeNull()
    expect(shown.getAllByRole('button', { name: 'Copy' })).toHaveLength(2)
    expect(shown.getByText(refusalText('wrongRedirect'))).toBeVisible()
    await choose('Client ID and secret')
    expect(within(await dialog()).queryByLabelText('Redirect URL')).toBeNull()
  })

  test('says where the browser is at another address than the one that Shopify gets', async () => {
    const redirectUrl = 'https://desk.example/api/v1/stores/connect/callback'
    await openScreen('/stores', { as: 'owner', answers: { 'stores.redirect': always({ redirectUrl }) } })
    await userEvent.click(await screen.findByRole('button', { name: 'Add Store' }))
    await choose('Approval in Shopify')
    const shown = within(await dialog())
    expect(await shown.findByRole('alert')).toHaveTextContent(
      connectMessages.appSettings.otherOrigin(window.location.origin, 'https://desk.example'),
    )
    expect(shown.getByLabelText('Redirect URL')).toHaveValue(redirectUrl)
  })

  test('says before saving what stays hidden, and saves only then', async () => {
    const hidden = 'Orders older than 60 days are not visible (read_all_orders)'
    const limited = () =>
      failed(409, 'STORE_WITHHOLDS', 'The shop withholds data from this app.', [{ path: 'read_all_orders', message: hidden }])
    await openScreen('/stores', { as: 'owner', answers: { 'stores.create': limited } })
    await fillForm('Client ID and secret')
    await press('Add Store')
    expect(await screen.findByText(hidden)).toBeVisible()
    nowAnswering({ 'stores.create': () => ({ result: { data: { store: madeStore({ id: 'new', name: 'New' }), warning: null } } }) })
    await press('Save with this hidden')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentTo('stores.create').map((sent) => Object(sent).refuseIfLimited)).toEqual([true, false])
  })
})

test('other credentials of a saved store say before saving what stays hidden, too', async () => {
  const hidden = 'Orders older than 60 days are not visible (read_all_orders)'
  const limited = () =>
    failed(409, 'STORE_WITHHOLDS', 'The shop withholds data from this app.', [{ path: 'read_all_orders', message: hidden }])
  await openScreen('/stores', { as: 'owner', answers: { 'stores.update': limited } })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Alpha' }))
  await fill('Access token', 'shpat_other')
  await press('Save')
  expect(await screen.findByText(hidden)).toBeVisible()
  nowAnswering({ 'stores.update': () => ({ result: { data: { store: madeStore({ id: 'alpha', name: 'Alpha' }), warning: null } } }) })
  await press('Save with this hidden')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sentTo('stores.update').map((sent) => Object(sent).refuseIfLimited)).toEqual([true, false])
})

test('a ShopBase shop has a guide to its API key', async () => {
  await openScreen('/stores', { as: 'owner' })
  await userEvent.click(await screen.findByRole('button', { name: 'Add Store' }))
  await choose('ShopBase')
  const guide = within(await screen.findByRole('region', { name: "The API key, in the shop's ShopBase admin" }))
  expect(guide.getAllByRole('listitem')).toHaveLength(4)
  expect(guide.getByText(/Manage private apps\./)).toBeVisible()
})

describe('the return from Shopify', () => {
  const kinds = Object.keys(shopRefusals) as ShopRefusal[]
  test.each(kinds)('%s has its sentence and its next step', async (kind) => {
    await openScreen(`/stores?connect=${kind}`, { as: 'owner' })
    const shown = within(await dialog())
    expect(shown.getByRole('alert')).toHaveTextContent(shopRefusals[kind].sentence)
    expect(shown.getByRole('alert')).toHaveTextContent(shopRefusals[kind].next)
    await press('Connect again')
    expect(await screen.findByRole('heading', { name: 'Add Store' })).toBeVisible()
  })

  test('a word that is none of ours says nothing', async () => {
    await openScreen('/stores?connect=<b>evil</b>', { as: 'owner' })
    await screen.findByRole('listitem', { name: 'Alpha' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('saves once, and tells first what stays hidden', async () => {
    const hidden = "Customers' names and e-mail addresses are empty (read_customers)"
    const limited = () =>
      failed(409, 'STORE_WITHHOLDS', 'The shop withholds data from this app.', [{ path: 'read_customers', message: hidden }])
    await openScreen('/stores?connect=approved', { as: 'owner', answers: { 'stores.finishConnect': limited } })
    expect(await screen.findByText(hidden)).toBeVisible()
    nowAnswering({ 'stores.finishConnect': () => ({ result: { data: { store: madeStore({ id: 'new', name: 'New' }), warning: null } } }) })
    await press('Save with this hidden')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sentTo('stores.finishConnect')).toEqual([{ refuseIfLimited: true }, { refuseIfLimited: false }])
  })
})
