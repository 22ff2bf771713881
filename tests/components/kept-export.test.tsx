import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draftStorage } from '#client/session/draft-storage.ts'
import { messages } from '#shared/messages.ts'
import { always, openScreen, sentTo } from './app.tsx'
import { alpha } from './usual-answers.ts'

const orders = { orders: [], nextCursor: null, pageInfo: { hasNextPage: false, endCursor: null }, warnings: [], missing: [] }
const address = 'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'
const answers = {
  'stores.list': always({ stores: [alpha] }),
  'orders.list': always(orders),
  'orders.count': always({ count: 0 }),
  'export.templates.list': always({ templates: [] }),
  'export.orders.estimate': always({ items: 0, seconds: 0 }),
  'export.orders.preview': always({ header: [], rows: [] }),
  'export.sheets.validate': always({ sheetName: 'Accounts', message: messages.sheets.validUrl }),
}

test('the spreadsheet of an export that the end of a session broke off is looked at again', async () => {
  draftStorage.keep({
    userId: 'me',
    dialog: 'orderExport',
    about: '',
    draft: { destination: 'sheet', sheetUrl: address, storeIds: [alpha.id] },
  })
  await openScreen('/orders', { as: 'manager', answers })
  await userEvent.click(await screen.findByRole('button', { name: /^Export/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export orders' }))
  expect(await dialog.findByLabelText('Spreadsheet URL')).toHaveValue(address)
  expect(await dialog.findByText(`${messages.sheets.validUrl}: Accounts`)).toBeVisible()
  expect(sentTo('export.sheets.validate')).toEqual([{ url: address }])
})
