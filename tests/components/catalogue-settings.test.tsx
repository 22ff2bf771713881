import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { always, nowAnswering, openScreen, sentTo } from './app.tsx'
import { copiesOf, madeCopy } from './catalogue-answers.ts'
import { alpha } from './usual-answers.ts'

const copies = 'products.catalogue.stores'
const address = '/settings?tab=catalogue'
const box = async (store: string) => screen.findByRole('checkbox', { name: `Keep a copy of this store's catalogue: ${store}` })
const confirm = async (action: string) =>
  userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: action }))

test('shows the copy of each store, and why one is old', async () => {
  const checkedAt = new Date(Date.now() - 2.5 * 3_600_000).toISOString()
  const failing = { state: 'failing', checkedAt, problem: 'The shop could not be reached' } as const
  await openScreen(address, { as: 'admin', answers: { [copies]: always(copiesOf(failing, { state: 'filling', products: 1_200 })) } })
  expect(await screen.findByText('10 products · checked 2 hours ago · the shop could not be reached')).toBeVisible()
  expect(screen.getByText('Being read: 1,200 products so far')).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('removes the copy of a store after asking, and keeps one again at once', async () => {
  const answers = { [copies]: always(copiesOf()), 'products.catalogue.updateStore': always({ store: madeCopy(alpha) }) }
  await openScreen(address, { as: 'admin', answers })
  await userEvent.click(await box('Alpha'))
  expect(sentTo('products.catalogue.updateStore')).toEqual([])
  nowAnswering({ [copies]: always(copiesOf({ isOn: false, state: 'off' })) })
  await confirm('Remove')
  await waitFor(async () => expect(await box('Alpha')).not.toBeChecked())
  expect(screen.queryByRole('button', { name: 'Read again: Alpha' })).toBeNull()
  await userEvent.click(await box('Alpha'))
  await waitFor(() =>
    expect(sentTo('products.catalogue.updateStore')).toEqual([
      { id: 'a', isOn: false },
      { id: 'a', isOn: true },
    ]),
  )
})

test('has a catalogue read again after asking', async () => {
  const answers = { [copies]: always(copiesOf()), 'products.catalogue.rebuild': always({ store: madeCopy(alpha) }) }
  await openScreen(address, { as: 'admin', answers })
  await userEvent.click(await screen.findByRole('button', { name: 'Read again: Alpha' }))
  nowAnswering({ [copies]: always(copiesOf({ state: 'filling' })) })
  await confirm('Read again')
  await waitFor(() => expect(sentTo('products.catalogue.rebuild')).toEqual([{ id: 'a' }]))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Read again: Alpha', hidden: true })).toBeDisabled())
})

test('lets an owner switch all copies off and on', async () => {
  await openScreen(address, {
    as: 'owner',
    answers: { [copies]: always(copiesOf()), 'products.catalogue.switch': always({ isOn: false }) },
  })
  const all = async () => screen.findByRole('switch', { name: "Keep copies of the stores' catalogues" })
  await userEvent.click(await all())
  nowAnswering({ [copies]: always({ ...copiesOf(), isOn: false }) })
  await confirm('Switch off')
  await waitFor(async () => expect(await all()).not.toBeChecked())
  expect(screen.queryByText('Alpha')).toBeNull()
  await userEvent.click(await all())
  await waitFor(() => expect(sentTo('products.catalogue.switch')).toEqual([{ isOn: false }, { isOn: true }]))
})

test('is not there for who may not change stores', async () => {
  await openScreen(address, { as: 'staff' })
  expect(await screen.findByRole('tab', { name: 'General' })).toBeVisible()
  expect(screen.queryByRole('tab', { name: 'Catalogue' })).toBeNull()
})

test('an owner sets how much prices may differ', async () => {
  const set = 'products.catalogue.switch'
  await openScreen(address, { as: 'owner', answers: { [copies]: always(copiesOf()), [set]: always({ isOn: true, priceTolerance: 15 }) } })
  const field = await screen.findByRole('spinbutton', { name: /^Prices may differ by/ })
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  await userEvent.clear(field)
  await userEvent.type(field, '15{Enter}')
  await waitFor(() => expect(sentTo(set)).toEqual([{ priceTolerance: 15 }]))
})
