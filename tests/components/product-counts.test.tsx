import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ProductCountRequest, type ProductListResponse } from '#shared/products.ts'
import { data, openScreen, sentTo, type Answers } from './app.tsx'
import { madeProduct } from './usual-answers.ts'

const list = {
  products: ['1', '2'].map(madeProduct),
  nextCursor: 'next',
  pageInfo: { hasNextPage: true, endCursor: 'next' },
  warnings: [],
} satisfies ProductListResponse
const numbers = { all: 20_000, active: 12_345, draft: 87, archived: 7_568 }
const answers: Answers = {
  'products.list': () => data(list),
  'products.metadata': () => data({ collections: [], productTypes: [], tags: [] }),
  'products.count': (input) => {
    const { filters } = ProductCountRequest.parse(input)
    return data({ count: filters?.search === undefined ? numbers[filters?.status ?? 'all'] : 2 })
  },
}

const exporting = () => screen.findByRole('button', { name: 'Export' })
const tabCounts = async () =>
  within(await screen.findByRole('tablist', { name: 'Status' }))
    .getAllByRole('tab')
    .map((tab) => tab.getAttribute('data-count'))

test('each tab says how many products it has', async () => {
  await openScreen('/products', { as: 'staff', answers })
  await waitFor(async () => expect(await tabCounts()).toEqual(['20K', '12.3K', '87', '7.6K']))
  expect(screen.getByRole('tab', { name: 'Active' })).toHaveAttribute('aria-description', '12,345')
  expect(sentTo('products.count')).toHaveLength(4)
  // All keeps the status, so it has no number of its own.
  await userEvent.click(screen.getByRole('tab', { name: 'Draft' }))
  await waitFor(async () => expect(await tabCounts()).toEqual(['', '12.3K', '87', '7.6K']))
  expect(sentTo('products.count')).toHaveLength(4)
})

test('no tab has a number while a filter narrows the list', async () => {
  await openScreen('/products?search="tea"', { as: 'staff', answers })
  await waitFor(async () => expect(await exporting()).toHaveAttribute('aria-description', '2'))
  expect(await tabCounts()).toEqual(['', '', '', ''])
  expect(sentTo('products.count')).toHaveLength(1)
})

test('no tab has a number where the shop cannot count', async () => {
  await openScreen('/products', { as: 'staff', answers: { ...answers, 'products.count': () => data({ count: null }) } })
  await waitFor(() => expect(sentTo('products.count')).toHaveLength(1))
  expect(await exporting()).not.toHaveAttribute('aria-description')
  expect(await tabCounts()).toEqual(['', '', '', ''])
})

test('the export button says how many products match, or are selected', async () => {
  await openScreen('/products?status="draft"', { as: 'staff', answers })
  await waitFor(async () => expect(await exporting()).toHaveAttribute('aria-description', '87'))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Product 2' }))
  expect(await exporting()).toHaveAttribute('aria-description', '1')
})
