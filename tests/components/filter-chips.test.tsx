import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { always, openScreen, type Answers } from './app.tsx'
import { madeProduct } from './usual-answers.ts'

const answers: Answers = {
  'products.count': always({ count: 1 }),
  'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
  'products.metadata': always({ collections: [], types: [], tags: ['red', 'blue', 'green'] }),
  'orders.count': always({ count: 0 }),
  'orders.list': always({ orders: [], pageInfo: { endCursor: null }, warnings: [], missing: [] }),
}
const chips = async () => within(await screen.findByRole('list', { name: 'Active filters' }))
const search = () => new URLSearchParams(window.location.search)

test('a chip of several values opens their list, and stays open while they change', async () => {
  await openScreen('/products?tag=["red"]', { as: 'staff', answers })
  await userEvent.click((await chips()).getByRole('button', { name: 'Tag: red' }))
  const menu = within(await screen.findByRole('dialog', { hidden: true }))
  await userEvent.click(await menu.findByRole('checkbox', { name: 'blue', hidden: true }))
  expect(await (await chips()).findByRole('button', { name: 'Tag: blue' })).toBeVisible()
  await userEvent.click(menu.getByRole('checkbox', { name: 'red', hidden: true }))
  await waitFor(() => expect(search().get('tag')).toBe('["blue"]'))
  expect(menu.getByRole('checkbox', { name: 'green', hidden: true })).toBeInTheDocument()
})

test('the chip of a status changes it, and the tab with it', async () => {
  await openScreen('/products?tab=draft&status=draft', { as: 'staff', answers })
  await userEvent.click((await chips()).getByRole('button', { name: 'Status: Draft' }))
  const status = await screen.findByRole('combobox', { name: 'Status', hidden: true })
  await userEvent.selectOptions(status, 'Active')
  expect(await (await chips()).findByRole('button', { name: 'Status: Active' })).toBeVisible()
  expect(screen.getByRole('tab', { name: 'All' })).toHaveAttribute('aria-selected', 'true')
})

test('the chips of orders change the status and the days', async () => {
  await openScreen('/orders?financialStatus=paid&createdAfter=2026-01-10', { as: 'manager', answers })
  await userEvent.click((await chips()).getByRole('button', { name: 'Payment: Paid' }))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Payment status', hidden: true }), 'Pending')
  expect(await (await chips()).findByRole('button', { name: 'Payment: Pending' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click((await chips()).getByRole('button', { name: 'After: Jan 10, 2026' }))
  expect(await screen.findByLabelText('Created after')).toHaveValue('2026-01-10')
  expect(await (await chips()).findByRole('button', { name: 'Remove After: Jan 10, 2026' })).toBeInTheDocument()
})
