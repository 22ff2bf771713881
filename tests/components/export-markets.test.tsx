import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { marketMessages } from '#shared/market-messages.ts'
import { marketColumns, type MarketsResponse } from '#shared/markets.ts'
import type { Template } from '#shared/templates.ts'
import { always, openScreen } from './app.tsx'
import { madeProduct } from './usual-answers.ts'

const template: Template = {
  id: 't1',
  name: 'Abroad',
  type: 'product',
  columns: ['Title', 'market:japan.price'],
  lacking: [],
  createdBy: 'u1',
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  canEdit: false,
}
const europe = { handle: 'europe', name: 'Europe', country: 'DE', currency: 'EUR', columns: marketColumns('europe', 'Europe') ?? [] }

async function openDialog(answer: MarketsResponse) {
  await openScreen('/products', {
    as: 'staff',
    answers: {
      'products.count': always({ count: 1 }),
      'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
      'products.metafields': always({ metafields: [] }),
      'products.markets': always(answer),
      'export.templates.list': always({ templates: [template] }),
      'export.productsEstimate': always({ items: 1, seconds: 1 }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  return within(await screen.findByRole('dialog', { name: 'Export products' }))
}

test.each([
  ['the shop does not have', { markets: [europe], isHidden: false }, marketMessages.unknown(['japan'])],
  ['the shop hides', { markets: [], isHidden: true }, marketMessages.hidden(['Price / japan'])],
])('a template with a market that %s says so before the export', async (_what, answer, sentence) => {
  const dialog = await openDialog(answer)
  await userEvent.click(await dialog.findByRole('radio', { name: /^Abroad/ }))
  expect(await dialog.findByText(sentence)).toBeVisible()
  expect(dialog.getByRole('tab', { name: 'Columns (2)' })).toBeVisible()
})
