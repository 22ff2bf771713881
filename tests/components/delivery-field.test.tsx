import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { destinationMessages } from '#shared/destination-messages.ts'
import { failed } from '#tests/support/answer.ts'
import { always, nowAnswering, openScreen, type Answers } from './app.tsx'
import { madeProduct } from './usual-answers.ts'

const known = { hasSecret: true, settings: null, createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-01T08:00:00.000Z' }
const destinations = [
  { ...known, id: 'd-sftp', name: 'Accountant', kind: 'sftp' },
  { ...known, id: 'd-sheet', name: 'Board', kind: 'sheet' },
]

async function openExport(answers: Answers) {
  await openScreen('/products', {
    as: 'staff',
    answers: {
      'products.count': always({ count: 1 }),
      'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
      'export.templates.list': always({ templates: [] }),
      'export.schedules.preview': always({ nextRuns: [], days: null }),
      'export.productsEstimate': always({ items: 1, seconds: 1 }),
      ...answers,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  return within(await screen.findByRole('dialog', { name: 'Export products' }))
}
const listed = always({ destinations })

test('without a destination there is nothing to choose', async () => {
  const dialog = await openExport({})
  expect(dialog.getByLabelText('Format')).toBeVisible()
  expect(dialog.queryByLabelText('Deliver the file')).toBeNull()
})

test('a chosen destination asks for a name and a receipt, and a job makes the file', async () => {
  const dialog = await openExport({ 'settings.destinations.list': listed })
  const target = await dialog.findByLabelText('Deliver the file')
  expect(target).toHaveValue('')
  expect(dialog.getByLabelText('Export in the background')).toBeVisible()
  expect(dialog.queryByLabelText('File name')).toBeNull()
  await userEvent.selectOptions(target, 'Accountant (Server with SFTP)')
  expect(dialog.queryByLabelText('Export in the background')).toBeNull()
  expect(dialog.getByText(/^For example products-\d{4}-\d{2}-\d{2}-North$/)).toBeVisible()
  const name = dialog.getByLabelText('File name')
  await userEvent.type(name, '{{schedule}-{{store}')
  expect(dialog.getByText('For example Mornings-North')).toBeVisible()
  await userEvent.clear(name)
  await userEvent.type(name, 'Orders: {{store}')
  expect(dialog.getByText('For example Orders- North')).toBeVisible()
  await userEvent.clear(name)
  await userEvent.type(name, '{{shop}')
  expect(dialog.getByText('{shop} is not known in a file name')).toBeVisible()
  expect(dialog.getByLabelText('Receipt beside the file')).not.toBeChecked()
  await userEvent.selectOptions(target, 'Board (Google spreadsheet)')
  expect(dialog.queryByLabelText('File name')).toBeNull()
  expect(dialog.getByText('Each export adds a new sheet to this document.')).toBeVisible()
})

test('a destination that is a spreadsheet gets no file, so nothing is said of one', async () => {
  const dialog = await openExport({ 'settings.destinations.list': listed })
  const target = await dialog.findByLabelText('Deliver the file')
  await userEvent.selectOptions(target, 'Accountant (Server with SFTP)')
  expect(dialog.getByLabelText('Format')).toBeVisible()
  expect(dialog.getByText(destinationMessages.deliverHint)).toBeVisible()
  await userEvent.selectOptions(target, 'Board (Google spreadsheet)')
  expect(dialog.queryByLabelText('Format')).toBeNull()
  expect(dialog.getByText(destinationMessages.deliverSheetHint)).toBeVisible()
  expect(dialog.queryByText(destinationMessages.deliverHint)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Repeat…' }))
  const form = within(await screen.findByRole('dialog', { name: 'Repeat export' }))
  expect(await form.findByLabelText('Deliver the file')).toHaveValue('d-sheet')
  expect(form.queryByLabelText('Format')).toBeNull()
})

test('destinations that did not load are asked for again', async () => {
  const dialog = await openExport({ 'settings.destinations.list': () => failed(500, 'INTERNAL', 'Broken') })
  expect(await dialog.findByText('Destinations could not be loaded')).toBeVisible()
  nowAnswering({ 'settings.destinations.list': listed })
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByLabelText('Deliver the file')).toBeVisible()
})
