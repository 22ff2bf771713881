import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { always, openScreen } from './app.tsx'
import { formatHints, formatLabels, formatMessages } from '#shared/format-messages.ts'
import { madeProduct } from './usual-answers.ts'

async function openExport() {
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
  return within(await screen.findByRole('dialog', { name: 'Export products' }))
}

test('a preset sets the columns and the format, and ends with All Fields', async () => {
  const dialog = await openExport()
  const format = () => dialog.getByText(/^CSV format/).textContent
  expect(format()).toBe('CSV format comma, marked as UTF-8, formulas protected')
  await userEvent.click(dialog.getByRole('radio', { name: 'Shopify import' }))
  expect(dialog.getByRole('tab', { name: 'Columns (38)' })).toBeVisible()
  expect(format()).toBe('CSV format comma, without the UTF-8 mark, formulas unprotected')
  await userEvent.click(dialog.getByRole('radio', { name: 'All Fields' }))
  expect(dialog.getByRole('tab', { name: 'Columns (52)' })).toBeVisible()
  expect(format()).toBe('CSV format comma, marked as UTF-8, formulas protected')
})

test('another format says what it is good for, and is always made in the background; a preset brings CSV back', async () => {
  const dialog = await openExport()
  const format = dialog.getByRole('combobox', { name: 'Format' })
  expect(format).toHaveValue('csv')
  expect(
    within(format)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(Object.values(formatLabels))
  expect(dialog.getByRole('checkbox', { name: 'Export in the background' })).toBeVisible()
  await userEvent.selectOptions(format, 'csv.gz')
  expect(dialog.getByText(/^CSV format/)).toBeVisible()
  await userEvent.selectOptions(format, 'Excel (XLSX)')
  expect(format).toHaveAccessibleDescription(`${formatHints.xlsx} ${formatMessages.inBackground}`)
  expect(dialog.queryByText(/^CSV format/)).toBeNull()
  expect(dialog.queryByRole('checkbox', { name: 'Export in the background' })).toBeNull()
  await userEvent.click(dialog.getByRole('radio', { name: 'Shopify import' }))
  expect(format).toHaveValue('csv')
})

test('a spreadsheet has no format of a file', async () => {
  const dialog = await openExport()
  await userEvent.type(dialog.getByRole('textbox', { name: 'Spreadsheet URL' }), 'x')
  expect(dialog.queryByRole('combobox', { name: 'Format' })).toBeNull()
})
