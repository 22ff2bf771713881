import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { always, openScreen } from './app.tsx'
import { madeProduct } from './usual-answers.ts'

test('a preset sets the columns and the format, and ends with All Fields', async () => {
  await openScreen('/products', {
    as: 'staff',
    answers: {
      'products.count': always({ count: 1 }),
      'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
      'export.templates.list': always({ templates: [] }),
      'export.productsEstimate': always({ items: 1, seconds: 1 }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export products' }))
  const format = () => dialog.getByText(/^CSV format/).textContent
  expect(format()).toBe('CSV format comma, marked as UTF-8, formulas protected')
  await userEvent.click(dialog.getByRole('radio', { name: 'Shopify import' }))
  expect(dialog.getByRole('tab', { name: 'Columns (38)' })).toBeVisible()
  expect(format()).toBe('CSV format comma, without the UTF-8 mark, formulas unprotected')
  await userEvent.click(dialog.getByRole('radio', { name: 'All Fields' }))
  expect(dialog.getByRole('tab', { name: 'Columns (52)' })).toBeVisible()
  expect(format()).toBe('CSV format comma, marked as UTF-8, formulas protected')
})
