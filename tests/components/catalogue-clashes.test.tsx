import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { catalogueClashesMessages as messages } from '#shared/catalogue-clashes-messages.ts'
import { usualClashKinds, CatalogueClashKind } from '#shared/clash-kinds.ts'
import { type CatalogueClash, type CatalogueClashesResponse, type ClashingVariant } from '#shared/catalogue-clashes.ts'
import { failed } from '#tests/support/answer.ts'
import { always, data, openScreen, sentTo } from './app.tsx'
import { copiesOf } from './catalogue-answers.ts'
import { alpha, beta } from './usual-answers.ts'

const call = 'products.catalogue.clashes'
const ignoring = 'products.catalogue.ignoreClash'
const variantOf = ({ id, name }: { id: string; name: string }, change: Partial<ClashingVariant> = {}): ClashingVariant => ({
  storeId: id,
  storeName: name,
  productId: '1',
  title: 'Mug',
  status: 'active',
  variantId: '11',
  variant: 'Blue',
  sku: 'MUG-1',
  barcode: '400',
  price: '10.00',
  currency: 'USD',
  stock: null,
  asOf: '2026-01-01T00:00:00.000Z',
  ...change,
})
const mug: CatalogueClash = {
  by: 'sku',
  code: 'MUG-1',
  kinds: ['price', 'stock'],
  ignored: [],
  variants: [variantOf(alpha), variantOf(beta, { price: '12.00', stock: 0, barcode: null })],
  variantCount: 2,
  priceStoreIds: [alpha.id, beta.id],
  missingIn: [],
}
const ignored = { kind: 'title', reason: 'Translated', person: 'Ann', at: '2026-01-01T00:00:00.000Z', canShowAgain: true } as const
const page = (clashes: CatalogueClash[], nextCursor: string | null = null) =>
  always({ clashes, nextCursor, asOf: null, incomplete: [] } satisfies CatalogueClashesResponse)
/** An ignored clash belongs to the stores that the person looked at. */
const lookedAt = { by: mug.by, code: mug.code, storeIds: [alpha.id, beta.id] }
const answers = { 'products.catalogue.stores': always(copiesOf()), [call]: page([mug]) }
const entry = async () =>
  within((await within(await screen.findByRole('list', { name: 'Clashes' })).findAllByRole('listitem'))[0] ?? document.body)

test('shows the variants of a code, and marks what clashes', async () => {
  await openScreen('/products/all/clashes', { as: 'staff', answers })
  expect((await entry()).getByRole('heading', { name: 'SKU MUG-1' })).toBeVisible()
  expect((await entry()).getByRole('row', { name: /Alpha Mug.*Blue.*Active \$10\.00 Not counted 400/ })).toBeVisible()
  const marked = (await entry()).getByRole('row', { name: /Beta.*\$12\.00 0/ }).querySelectorAll('[data-clashes]')
  expect([...marked].map(({ textContent }) => textContent)).toEqual(['$12.00', '0'])
  expect(sentTo(call)).toEqual([{ kinds: usualClashKinds, search: '', ignored: false, limit: 50 }])
})

test('marks the store that has a code twice, and no other', async () => {
  const twice: CatalogueClash = {
    ...mug,
    kinds: ['double'],
    variants: [variantOf(alpha), variantOf(beta, { variantId: '12' }), variantOf(beta, { variantId: '13' })],
  }
  await openScreen('/products/all/clashes?tab=double', { as: 'staff', answers: { ...answers, [call]: page([twice]) } })
  const marked = (await entry()).getAllByRole('rowheader').filter((cell) => cell.matches('[data-clashes]'))
  expect(marked.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Beta'), expect.stringContaining('Beta')])
})

test('asks for a kind, for words, for stores, and for what is ignored', async () => {
  await openScreen('/products/all/clashes?stores=["a"]&search=mug', { as: 'staff', answers })
  await entry()
  expect(sentTo(call).at(-1)).toMatchObject({ storeIds: ['a'], search: 'mug' })
  await userEvent.click(screen.getByRole('tab', { name: 'Twice in a store' }))
  await waitFor(() => expect(sentTo(call).at(-1)).toMatchObject({ kinds: ['double'], ignored: false }))
  await userEvent.click(screen.getByRole('tab', { name: 'Ignored' }))
  await waitFor(() => expect(sentTo(call).at(-1)).toMatchObject({ kinds: CatalogueClashKind.options, ignored: true }))
})

test('a clash is ignored with a reason', async () => {
  await openScreen('/products/all/clashes', { as: 'manager', answers: { ...answers, [ignoring]: always({ ignored: null }) } })
  await userEvent.click((await entry()).getByRole('button', { name: 'Ignore MUG-1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ignore a clash' }))
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Clash' }), 'Stock')
  expect(dialog.getByRole('button', { name: 'Ignore' })).toBeDisabled()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), ' Sold out {Enter}')
  await waitFor(() => expect(sentTo(ignoring)).toEqual([{ ...lookedAt, kind: 'stock', reason: 'Sold out' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a refusal of the server stays in the dialog', async () => {
  const refused = () => failed(404, 'NOT_FOUND', 'These stores have no such clash')
  await openScreen('/products/all/clashes', { as: 'manager', answers: { ...answers, [ignoring]: refused } })
  await userEvent.click((await entry()).getByRole('button', { name: 'Ignore MUG-1' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Mine{Enter}')
  expect(await screen.findByText('These stores have no such clash')).toBeVisible()
})

test('what is ignored says why, and is listed again', async () => {
  const listed: CatalogueClash = { ...mug, kinds: ['title'], ignored: [ignored] }
  await openScreen('/products/all/clashes?tab=ignored', {
    as: 'manager',
    answers: { ...answers, [call]: page([listed]), [ignoring]: always({ ignored: null }) },
  })
  expect((await entry()).getByText('Title ignored by Ann: Translated')).toBeVisible()
  await userEvent.click((await entry()).getByRole('button', { name: 'Show again: Title of MUG-1' }))
  await waitFor(() => expect(sentTo(ignoring)).toEqual([{ ...lookedAt, kind: 'title', reason: null }]))
})

test('what is ignored in further stores, too, is not offered to be listed again', async () => {
  const listed: CatalogueClash = { ...mug, kinds: ['title'], ignored: [{ ...ignored, canShowAgain: false }] }
  await openScreen('/products/all/clashes?tab=ignored', { as: 'manager', answers: { ...answers, [call]: page([listed]) } })
  expect((await entry()).getByText('Title ignored by Ann: Translated')).toBeVisible()
  expect((await entry()).queryByRole('button', { name: 'Show again: Title of MUG-1' })).toBeNull()
})

test('who may only read is offered no file, and ignores nothing', async () => {
  await openScreen('/products/all/clashes', { as: 'viewer', answers })
  await entry()
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Ignore MUG-1' })).toBeNull()
})

test('of many variants the first ones are shown, and all of them on demand', async () => {
  const many = Array.from({ length: 12 }, (_, index) => variantOf(alpha, { variantId: String(index) }))
  await openScreen('/products/all/clashes', {
    as: 'staff',
    answers: { ...answers, [call]: page([{ ...mug, variants: many, variantCount: 1_234 }]) },
  })
  expect((await entry()).getAllByRole('row')).toHaveLength(9)
  await userEvent.click((await entry()).getByRole('button', { name: 'Show the first 12 variants' }))
  expect((await entry()).getAllByRole('row')).toHaveLength(13)
  expect((await entry()).getByText(/^The first 12 of 1,234 variants/)).toBeVisible()
})

test('names the stores that do not have a code', async () => {
  const missing: CatalogueClash = { ...mug, kinds: ['missing'], missingIn: [{ storeId: beta.id, storeName: beta.name }] }
  await openScreen('/products/all/clashes?tab=missing', { as: 'staff', answers: { ...answers, [call]: page([missing]) } })
  expect((await entry()).getByText('Not in Beta')).toBeVisible()
})

test('says that nothing clashes, that nothing fits, and that there is more to look at', async () => {
  await openScreen('/products/all/clashes?tab=title', { as: 'staff', answers: { ...answers, [call]: page([]) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Show all clashes' }))
  expect(await screen.findByText('Nothing clashes')).toBeVisible()
})

test('says which stores are not compared, also where nothing clashes', async () => {
  const answer: CatalogueClashesResponse = {
    clashes: [],
    nextCursor: null,
    asOf: null,
    incomplete: [{ storeId: beta.id, storeName: beta.name }],
  }
  await openScreen('/products/all/clashes', { as: 'staff', answers: { ...answers, [call]: always(answer) } })
  expect(await screen.findByText('Nothing clashes')).toBeVisible()
  expect(screen.getByText(messages.notCompared([beta.name]))).toBeVisible()
})

test('goes on behind a page on which nothing fits', async () => {
  await openScreen('/products/all/clashes?search=rare', { as: 'staff', answers: { ...answers, [call]: page([], 'more') } })
  await userEvent.click(await screen.findByRole('button', { name: 'Look further' }))
  await waitFor(() => expect(sentTo(call).at(-1)).toMatchObject({ cursor: 'more' }))
})

test('says why the clashes are missing, and asks again', async () => {
  let isBroken = true
  await openScreen('/products/all/clashes', {
    as: 'staff',
    answers: {
      ...answers,
      [call]: async () =>
        isBroken ? failed(500, 'INTERNAL', 'Broken') : data({ clashes: [mug], nextCursor: null, asOf: null, incomplete: [] }),
    },
  })
  expect(await screen.findByText('Failed to load the clashes')).toBeVisible()
  isBroken = false
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect((await entry()).getByRole('heading', { name: 'SKU MUG-1' })).toBeVisible()
})
