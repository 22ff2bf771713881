import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { messages } from '#shared/messages.ts'
import type { Template } from '#shared/templates.ts'
import { always, openScreen } from './app.tsx'
import { madeProduct } from './usual-answers.ts'

const template: Template = {
  id: 't1',
  name: 'Seasons',
  type: 'product',
  columns: ['Title', 'metafield:custom.season'],
  lacking: [],
  createdBy: 'u1',
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
  canEdit: false,
}

test('a template with a metafield whose definition is gone says so before the export', async () => {
  await openScreen('/products', {
    as: 'staff',
    answers: {
      'products.count': always({ count: 1 }),
      'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
      'products.metafields': always({ metafields: [] }),
      'export.templates.list': always({ templates: [template] }),
      'export.productsEstimate': always({ items: 1, seconds: 1 }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export products' }))
  await userEvent.click(await dialog.findByRole('radio', { name: /^Seasons/ }))
  expect(await dialog.findByText(messages.export.metafieldsUnknown(['custom.season']))).toBeVisible()
  expect(dialog.getByRole('tab', { name: 'Columns (2)' })).toBeVisible()
})
