import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { catalogueClashesMessages } from '#shared/catalogue-clashes-messages.ts'
import { catalogueScreenMessages } from '#shared/catalogue-screen-messages.ts'
import type { SameProduct } from '#shared/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { always, data, openScreen, sentTo } from './app.tsx'
import { comparedWith, copiesOf, madeCompared, pageOf } from './catalogue-answers.ts'
import { alpha } from './usual-answers.ts'

const search = 'products.catalogue.search'
const copies = 'products.catalogue.stores'
const answers = {
  [copies]: always(copiesOf()),
  [search]: always(pageOf(['1', '2'])),
  'products.catalogue.changes': always({ changes: [], nextCursor: null }),
}
const rows = async () => within(await screen.findByRole('region', { name: 'Products' })).findAllByRole('row', { name: /Product \d/ })
const shown = async () => (await rows()).map((row) => within(row).getByRole('button', { name: /^Product/ }).textContent)
const field = async () => screen.findByRole('textbox', { name: 'Search products' })
/** The entries of the open list of stores. */
const options = async () =>
  within(await screen.findByRole('listbox', { name: 'Stores', hidden: true })).findAllByRole('option', { hidden: true })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
/** What the list of one store asks for. */
const quiet = {
  'products.count': always({ count: 0 }),
  'products.list': always({ products: [], pageInfo: { hasNextPage: false }, warnings: [] }),
}
/** The text that was sent last. */
const searched = () => Object(sentTo(search).at(-1)).search

test('is not offered without a copy', async () => {
  await openScreen('/products', { as: 'staff', answers: quiet })
  await press('Store: Alpha')
  expect(await options()).toHaveLength(2)
})

test('is offered behind the stores where a copy is kept, keeps the search, and leads back to one store', async () => {
  await openScreen('/products?store=b&search=tea', {
    as: 'staff',
    answers: {
      ...answers,
      ...quiet,
      'profile.chooseStore': always({ store: alpha }),
    },
  })
  await press('Store: Beta')
  expect((await options()).map((option) => /Alpha|Beta|All stores/.exec(option.textContent)?.[0])).toEqual(['Alpha', 'Beta', 'All stores'])
  await userEvent.click(await screen.findByRole('option', { name: /All stores/, hidden: true }))
  await press('Store: All stores')
  expect(await shown()).toEqual(['Product 1', 'Product 2'])
  expect(searched()).toBe('tea')
  expect(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Products' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await userEvent.click(await screen.findByRole('option', { name: /Alpha/, hidden: true }))
  await waitFor(() => expect(sentTo('products.list').at(-1)).toMatchObject({ storeId: 'a', filters: { search: 'tea' } }))
  expect(window.location.pathname).toBe('/products')
})

test('leads who reads no store to the list of one', async () => {
  await openScreen('/products/all', { as: 'staff', answers: { 'stores.list': always({ stores: [] }) } })
  expect(await screen.findByText('No stores available. Contact your administrator for access.')).toBeVisible()
  expect(window.location.pathname).toBe('/products')
  expect(sentTo(search)).toEqual([])
})

test('shows who has one store the products of it, with the filters of the address', async () => {
  await openScreen('/products/all?stock=out', { as: 'staff', answers: { ...answers, 'stores.list': always({ stores: [alpha] }) } })
  expect(await shown()).toEqual(['Product 1', 'Product 2'])
  expect(window.location.pathname).toBe('/products/all')
  expect(sentTo(search).at(-1)).toMatchObject({ filters: { stock: 'out' } })
})

test('shows each product with its store, price, stock and SKUs, and the count', async () => {
  await openScreen('/products/all', {
    as: 'staff',
    answers: { ...answers, [search]: always(pageOf(['1', '2'], { count: 10_000, isAtLeast: true })) },
  })
  const [first] = await rows()
  for (const text of ['Product 1', 'Alpha', 'Active', '$5.00 – $9.00', '4', 'SKU-1', 'Hill', 'Tea'])
    expect(within(first ?? document.body).getByText(text)).toBeVisible()
  expect(screen.getByText('more than 10,000 products')).toBeVisible()
  expect(screen.getByText('1 to 2')).toBeVisible()
  expect(screen.getByText('All 2 stores checked within the last minute')).toBeVisible()
})

test('searches as one types, and a late answer does not replace a newer one', async () => {
  const late = Promise.withResolvers<void>()
  await openScreen('/products/all', {
    as: 'staff',
    answers: {
      ...answers,
      [search]: async (input) => {
        const { search: text } = Object(input)
        if (text === 'slow') await late.promise
        return data(pageOf(text === 'slow' ? ['3'] : text === 'slower' ? ['5'] : ['1', '2']))
      },
    },
  })
  await rows()
  await userEvent.type(await field(), 'slow')
  await waitFor(() => expect(searched()).toBe('slow'))
  // The last list stays until then.
  expect(await shown()).toEqual(['Product 1', 'Product 2'])
  await userEvent.type(await field(), 'er')
  await waitFor(async () => expect(await shown()).toEqual(['Product 5']))
  late.resolve()
  await new Promise((resolve) => setTimeout(resolve, limits.catalogue.searchPauseMs))
  expect(await shown()).toEqual(['Product 5'])
})

test('marks what was searched for, and says what a product was found by that is not shown', async () => {
  await openScreen('/products/all?search=prod%20green%20sku-1', { as: 'staff', answers })
  const [first, second] = await rows()
  const marked = (row: HTMLElement | undefined) =>
    within(row ?? document.body)
      .getAllByRole('mark')
      .map(({ textContent }) => textContent)
  expect(marked(first)).toEqual(['Prod', 'green', 'SKU-1'])
  expect(within(first ?? document.body).getByTitle('Tag green')).toBeVisible()
  expect(marked(second)).toEqual(['Prod', 'green'])
})

test('says quietly that a word is too short, and searches nothing meanwhile', async () => {
  await openScreen('/products/all', { as: 'staff', answers })
  await rows()
  await userEvent.type(await field(), 'ab')
  expect(await screen.findByText('Please type a word of at least 3 characters')).toBeVisible()
  expect(await shown()).toEqual(['Product 1', 'Product 2'])
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.type(await field(), 'c')
  await waitFor(() => expect(searched()).toBe('abc'))
  expect(screen.queryByText('Please type a word of at least 3 characters')).toBeNull()
  expect(sentTo(search).map((input) => Object(input).search)).not.toContain('ab')
})

test('sorts by its headers, turns the direction, and pages by cursor', async () => {
  await openScreen('/products/all', {
    as: 'staff',
    answers: { ...answers, [search]: always(pageOf(['1', '2'], { nextCursor: 'more', count: 4 })) },
  })
  await rows()
  await press('Price')
  await waitFor(() => expect(sentTo(search).at(-1)).toMatchObject({ sortKey: 'price', reverse: false }))
  await press('Price')
  await waitFor(() => expect(sentTo(search).at(-1)).toMatchObject({ sortKey: 'price', reverse: true }))
  expect(screen.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'descending')
  await press('Next')
  await waitFor(() => expect(sentTo(search).at(-1)).toMatchObject({ cursor: 'more', sortKey: 'price' }))
  await userEvent.click(screen.getByRole('tab', { name: 'Draft' }))
  await waitFor(() => expect(sentTo(search).at(-1)).toMatchObject({ filters: { status: 'draft' } }))
  expect(sentTo(search).at(-1)).not.toHaveProperty('cursor')
})

test('filters by stores, and by values that are typed', async () => {
  await openScreen('/products/all', { as: 'staff', answers })
  await rows()
  await press('Filters')
  const filters = within(await screen.findByRole('group', { name: 'Filters' }))
  await userEvent.click(filters.getByRole('button', { name: 'Store' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Beta', hidden: true }))
  await waitFor(() => expect(sentTo(search).at(-1)).toMatchObject({ storeIds: ['b'] }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(filters.getByRole('button', { name: 'Vendor' }))
  // The menu is never drawn here, so that nothing can be typed.
  fireEvent.change(await screen.findByRole('textbox', { name: 'Search vendor', hidden: true }), { target: { value: 'Made up' } })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Made up', hidden: true }))
  await waitFor(() => expect(sentTo(search).at(-1)).toMatchObject({ filters: { vendor: ['Made up'] } }))
  const chips = await screen.findByRole('list', { name: 'Active filters', hidden: true })
  expect(within(chips).getByText('Store: Beta')).toBeInTheDocument()
  expect(within(chips).getByText('Vendor: Made up')).toBeInTheDocument()
})

test('marks the rows of a shop that does not answer, and says their age', async () => {
  const checkedAt = new Date(Date.now() - 3.5 * 3_600_000).toISOString()
  await openScreen('/products/all', { as: 'staff', answers: { ...answers, [copies]: always(copiesOf({ state: 'failing', checkedAt })) } })
  expect(await screen.findByRole('row', { name: /Product 1.*, last seen 3 hours ago/ })).toBeVisible()
  expect(screen.queryByRole('row', { name: /Product 2.*last seen/ })).toBeNull()
  expect(screen.getByText(/^Alpha: last seen 3 hours ago, the shop does not answer/)).toBeVisible()
})

test.each([
  ['behind', 5],
  ['ahead', -5],
])('the age of a copy is right on a device whose clock is %s', async (_, serverAhead) => {
  const serverAheadMs = serverAhead * 3_600_000
  const checkedAt = new Date(Date.now() + serverAheadMs - 3.5 * 3_600_000).toISOString()
  const given = { ...answers, [copies]: always(copiesOf({ state: 'failing', checkedAt })) }
  await openScreen('/products/all', { as: 'staff', answers: given, serverAheadMs })
  expect(await screen.findByRole('row', { name: /Product 1.*, last seen 3 hours ago/ })).toBeVisible()
})

test('shows a product beside the same one in other stores, and what differs, in words', async () => {
  const same = {
    ...madeCompared('2'),
    status: 'draft',
    priceRange: { min: '6.00', max: '10.00' },
    by: ['sku', 'barcode'],
  } satisfies SameProduct
  await openScreen('/products/all', {
    as: 'staff',
    answers: { ...answers, 'products.catalogue.get': always(comparedWith(madeCompared('1'), [same])) },
  })
  await rows()
  await press('Product 1')
  const panel = within(await screen.findByRole('dialog', { name: 'Product 1' }))
  const others = within(await panel.findByRole('region', { name: 'In other stores' }))
  expect(others.getByRole('row', { name: /Alpha.*This product/ })).toBeVisible()
  const beside = within(others.getByRole('row', { name: /Beta.*Same SKU, barcode/ }))
  expect(beside.getByRole('cell', { name: 'Draft differs' })).toBeVisible()
  expect(beside.getByRole('cell', { name: '$6.00 – $10.00 higher' })).toBeVisible()
  expect(beside.getByRole('cell', { name: '4' })).toBeVisible()
  expect(beside.getByText('Product 2')).toBeVisible()
  const link = new URL(beside.getByRole<HTMLAnchorElement>('link', { name: 'Product 2 in Beta' }).href)
  expect([link.pathname, link.searchParams.get('store')]).toEqual(['/products', 'b'])
  expect(sentTo('products.catalogue.get')).toEqual([{ id: 'a:1' }])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Product 1' })).toBeNull())
})

test('says that more products are the same than those that are shown, and which stores are not compared', async () => {
  const [product, same] = [madeCompared('1'), { ...madeCompared('2'), by: ['sku'] } satisfies SameProduct]
  const answer = { ...comparedWith(product, [same]), hasMore: true, incomplete: [{ storeId: 'c', storeName: 'Gamma' }] }
  await openScreen('/products/all?product=a:1', { as: 'staff', answers: { ...answers, 'products.catalogue.get': always(answer) } })
  const panel = within(await screen.findByRole('dialog', { name: 'Product 1' }))
  expect(await panel.findByText(catalogueScreenMessages.firstOthers(1))).toBeVisible()
  expect(panel.getByText(catalogueClashesMessages.notCompared(['Gamma']))).toBeVisible()
})

const off = { ...answers, [copies]: always({ isOn: false, stores: [] }) }
test('says that no copy is kept, with the way to the settings for who may change it', async () => {
  await openScreen('/products/all', { as: 'owner', answers: off })
  expect(await screen.findByText('No copy of the catalogues is kept')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the settings' })).toHaveAttribute('href', '/settings?tab=catalogue')
})

test('leads nobody else to the settings', async () => {
  await openScreen('/products/all', { as: 'viewer', answers: off })
  expect(await screen.findByText('No copy of the catalogues is kept')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open the settings' })).toBeNull()
})

test('says that the catalogues are being read', async () => {
  const empty = {
    ...answers,
    [search]: always(pageOf([])),
    [copies]: always(copiesOf({ state: 'filling', products: 7 }, { state: 'waiting', products: 0 })),
  }
  await openScreen('/products/all', { as: 'staff', answers: empty })
  expect(await screen.findByText('The catalogues are being read')).toBeVisible()
  expect(screen.getByText('2 of 2 stores are being read: 7 products so far')).toBeVisible()
})

test('says that nothing was found, and leads back to all', async () => {
  const found = async (input: unknown) => data(pageOf(Object(input).search === 'none' ? [] : ['1']))
  await openScreen('/products/all?search=none', { as: 'staff', answers: { ...answers, [search]: found } })
  expect(await screen.findByText('No products found')).toBeVisible()
  await press('Show all products')
  expect(await shown()).toEqual(['Product 1'])
  expect(await field()).toHaveValue('')
})
