import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ProductListResponse } from '#shared/products.ts'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { always, openScreen, sentTo, type Answers } from './app.tsx'
import { madeProduct } from './usual-answers.ts'

const products = {
  products: ['1', '2'].map(madeProduct),
  nextCursor: null,
  pageInfo: { hasNextPage: false, endCursor: null },
  warnings: [],
} satisfies ProductListResponse
const answers: Answers = {
  'products.count': always({ count: 2 }),
  'products.list': always(products),
  'profile.update': always({ user: {} }),
}

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const choices = async () => within(await screen.findByRole('dialog', { hidden: true }))
const kept = () => sentTo('profile.update').map((input) => Object(input).list_layouts)

async function openMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }))
  return choices()
}

test('the jobs table shows the chosen columns, and keeps them for the person', async () => {
  await openScreen('/jobs', { as: 'manager', answers: { ...answers, 'export.jobs.list': always(jobList(madeJob({ id: 'one' }))) } })
  await screen.findByRole('table', { name: 'Jobs' })
  expect(headers()).toEqual(['What', 'Stores', 'Destination', 'Rows', 'Duration', 'By', 'When', 'Actions'])
  const menu = await openMenu()
  await userEvent.click(await menu.findByRole('checkbox', { name: 'Duration', hidden: true }))
  await userEvent.click(menu.getByRole('radio', { name: 'Compact rows', hidden: true }))
  expect(headers()).toEqual(['What', 'Stores', 'Destination', 'Rows', 'By', 'When', 'Actions'])
  await waitFor(() => expect(kept()).toHaveLength(2))
  expect(kept()[1]).toEqual({ jobs: { columns: ['stores', 'destination', 'rows', 'by', 'when'], density: 'compact' } })
})

test('the audit log shows the chosen columns', async () => {
  const entry = {
    id: 1,
    at: '2026-01-01T00:00:00.000Z',
    actor_id: 'me',
    actor_name: 'Me',
    actor_email: null,
    action: 'users.invite',
    decision: 'allowed',
    repeats: 1,
    transport: 'rest',
    address: null,
    user_agent: null,
    target: null,
    target_name: null,
    details: null,
  }
  const audit = always({ entries: [entry], next_cursor: null })
  await openScreen('/settings?tab=audit', { as: 'owner', answers: { ...answers, 'settings.audit': audit } })
  expect(await screen.findByRole('cell', { name: 'REST API' })).toBeVisible()
  const menu = await openMenu()
  await userEvent.click(await menu.findByRole('checkbox', { name: 'Via', hidden: true }))
  expect(headers()).toEqual(['Time', 'Who', 'Action', 'Decision', 'From', 'Target and details'])
})

test('the keyboard makes a column wider and narrower, and all columns go back', async () => {
  await openScreen('/products', { as: 'staff', answers })
  await screen.findByRole('row', { name: /Product 1/ })
  const widths = () => [...document.querySelectorAll('col')].map((col) => col.style.width)
  const before = widths()
  const menu = await openMenu()
  await userEvent.click(await menu.findByRole('button', { name: 'Make Vendor wider', hidden: true }))
  await userEvent.click(menu.getByRole('button', { name: 'Make Status narrower', hidden: true }))
  expect(widths().filter((width) => !before.includes(width))).toEqual(['90px', '180px'])
  await waitFor(() => expect(kept()).toHaveLength(2))
  expect(kept()[1]).toEqual({ widths: { products: { vendor: 180, status: 90 }, orders: {} } })
  await userEvent.click(menu.getByRole('button', { name: 'Reset to default', hidden: true }))
  expect(widths()).toEqual(before)
})

test('single keys are turned off for the person, and on again', async () => {
  await openScreen('/products', { as: 'staff', answers })
  await screen.findByRole('row', { name: /Product 1/ })
  const turn = async () => {
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    await userEvent.click(keys.getByRole('switch', { name: 'Use single keys in lists' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await userEvent.keyboard('?')
  await turn()
  await userEvent.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  await turn()
  await userEvent.keyboard('j')
  expect(screen.getByRole('checkbox', { name: 'Select Product 1' })).toHaveFocus()
  expect(kept()).toEqual([{ keys: false }, { keys: true }])
})
