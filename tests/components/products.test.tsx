import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ProductListResponse } from '#shared/products.ts'
import { always, data, openScreen, sentTo } from './app.tsx'
import { beta, madeProduct } from './usual-answers.ts'

const list = {
  products: ['1', '2'].map(madeProduct),
  nextCursor: null,
  pageInfo: { hasNextPage: false, endCursor: null },
  warnings: [],
} satisfies ProductListResponse
const quiet = { 'products.count': always({ count: 2 }), 'products.list': always(list) }
const rows = async () => within(await screen.findByRole('region', { name: 'Products' })).findAllByRole('row', { name: /Product \d/ })

afterEach(() => void vi.useRealTimers())

test('does not offer the export to who may only read', async () => {
  await openScreen('/products', { as: 'viewer', answers: quiet })
  expect(await rows()).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
})

test('says so to who has no store to read', async () => {
  await openScreen('/products', { as: 'staff', answers: { 'stores.list': always({ stores: [] }) } })
  expect(await screen.findByText('No stores available. Contact your administrator for access.')).toBeVisible()
  expect(sentTo('products.list')).toEqual([])
})

test('says of a link to a store that is switched off that it may be inactive', async () => {
  await openScreen('/products?store=off', { as: 'staff', answers: quiet })
  const note = 'The store in this link is inactive or deleted, or you have no access to it. Alpha is shown instead.'
  expect(await screen.findByText(note)).toBeVisible()
})

test('shows a spinner, then the rows, however long they take', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  await openScreen('/products', { as: 'staff', answers: { ...quiet, 'products.list': async () => promise.then(() => data(list)) } })
  expect(await screen.findByRole('status', { name: 'Loading products' })).toBeVisible()
  await vi.advanceTimersByTimeAsync(180_000)
  expect(screen.getByRole('status', { name: 'Loading products' })).toBeVisible()
  resolve()
  expect(await rows()).toHaveLength(2)
})

describe('selection', () => {
  /** Two pages, by cursor. */
  const paged = (input: unknown) => {
    const isSecond = Object.hasOwn(Object(input), 'cursor')
    const ids = isSecond ? ['4', '5', '6'] : ['1', '2', '3']
    return data({ products: ids.map(madeProduct), pageInfo: { hasNextPage: !isSecond, endCursor: isSecond ? null : 'more' }, warnings: [] })
  }
  const answers = {
    ...quiet,
    'products.list': paged,
    'products.metadata': always({ tags: [], types: [], collections: [] }),
    'profile.chooseStore': always({ store: beta }),
  }
  const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const row = async (id: string) => screen.findByRole('row', { name: new RegExp(`Product ${id}\\b`) })
  const boxOf = async (id: string) => within(await row(id)).getByRole('checkbox')

  test('follows clicks on the row and on the checkbox, and the header chooses the page', async () => {
    await openScreen('/products', { as: 'staff', answers })
    await userEvent.click(await row('1'))
    expect(await boxOf('1')).toBeChecked()
    await userEvent.click(await row('1'))
    expect(await boxOf('1')).not.toBeChecked()
    await userEvent.click(await boxOf('2'))
    expect(screen.getByText('1 selected')).toBeVisible()
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
    expect(all.indeterminate).toBe(true)
    await userEvent.click(all)
    expect(screen.getByText('3 selected')).toBeVisible()
    await userEvent.click(all)
    expect(screen.queryByText(/selected/)).toBeNull()
  })

  test('survives Next and Previous', async () => {
    await openScreen('/products', { as: 'staff', answers })
    await userEvent.click(await row('2'))
    await press('Next')
    await userEvent.click(await row('5'))
    expect(screen.getByText('2 selected')).toBeVisible()
    await press('Previous')
    expect(await boxOf('2')).toBeChecked()
    expect(await boxOf('1')).not.toBeChecked()
    expect(screen.getByText('2 selected')).toBeVisible()
  })

  const changes = {
    'a filter': async () => press('Remove Status: Active'),
    'the page size': async () => userEvent.selectOptions(screen.getByRole('combobox', { name: 'Items per page' }), '100'),
    'the tab': async () => userEvent.click(screen.getByRole('tab', { name: 'Draft' })),
    'the sort': async () => {
      await press('Sort')
      await userEvent.click(await screen.findByRole('radio', { name: 'Vendor', hidden: true }))
    },
    'the store': async () => {
      await press('Store: Alpha')
      await userEvent.click(await screen.findByRole('option', { name: /Beta/, hidden: true }))
    },
  }
  test.each(Object.keys(changes) as (keyof typeof changes)[])('and the page are given up by a change of %s', async (what) => {
    await openScreen('/products?status="active"&limit=25', { as: 'manager', answers })
    await row('1')
    await press('Next')
    await userEvent.click(await row('5'))
    expect(screen.getByText('1 selected')).toBeVisible()
    await changes[what]()
    await row('1')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true'))
    expect(screen.queryByText(/selected/)).toBeNull()
    expect(sentTo('products.list').at(-1)).not.toHaveProperty('cursor')
    window.history.back()
    expect(await rows()).toHaveLength(3)
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([])
  })
})
