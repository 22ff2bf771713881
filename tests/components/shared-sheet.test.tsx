import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draftStorage } from '#client/session/draft-storage.ts'
import { messages } from '#shared/messages.ts'
import { failed } from '#tests/support/answer.ts'
import { always, openScreen, sentTo } from './app.tsx'
import { alpha, madeProduct } from './usual-answers.ts'

const address = 'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789'
const found = `${messages.sheets.validUrl}: Accounts`
const accessible = always({ sheetName: 'Accounts', message: messages.sheets.validUrl })

/** Answers about a spreadsheet that is not shared yet. */
function unshared() {
  let isShared = false
  return {
    share: () => void (isShared = true),
    answers: {
      'export.templates.list': always({ templates: [] }),
      'export.sheets.verify': always({ hasAccess: true, message: '', email: 'robot@p.test' }),
      'export.sheets.validate': () => (isShared ? accessible() : failed(422, 'SHEET_REFUSED', messages.sheets.noPermission)),
    },
  }
}

/** Its person comes back from another tab. */
const comeBack = () => window.dispatchEvent(new Event('focus'))
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('a spreadsheet that was not shared is looked at again once its person comes back, in an export of orders', async () => {
  const { share, answers } = unshared()
  const draft = { destination: 'sheet', sheetUrl: address, storeIds: [alpha.id] }
  draftStorage.keep({ userId: 'me', dialog: 'orderExport', about: '', draft })
  const orders = { orders: [], nextCursor: null, pageInfo: { hasNextPage: false, endCursor: null }, warnings: [], missing: [] }
  await openScreen('/orders', {
    as: 'manager',
    answers: {
      ...answers,
      'stores.list': always({ stores: [alpha] }),
      'orders.list': always(orders),
      'orders.count': always({ count: 0 }),
      'export.orders.estimate': always({ items: 0, seconds: 0 }),
      'export.orders.preview': always({ header: [], rows: [] }),
    },
  })
  await press(/^Export/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Export orders' }))
  expect(await dialog.findByText(messages.sheets.noPermission)).toBeVisible()
  share()
  comeBack()
  expect(await dialog.findByText(found)).toBeVisible()
  comeBack()
  expect(sentTo('export.sheets.validate')).toHaveLength(2)
})

test('the same in an export of products, also where the field is left again', async () => {
  const { share, answers } = unshared()
  await openScreen('/products', {
    as: 'manager',
    answers: {
      ...answers,
      'products.count': always({ count: 1 }),
      'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
      'export.productsEstimate': always({ items: 1, seconds: 1 }),
    },
  })
  await press('Export')
  const field = await screen.findByLabelText('Spreadsheet URL')
  await userEvent.click(field)
  await userEvent.paste(address)
  await userEvent.tab()
  expect(await screen.findByText(messages.sheets.noPermission)).toBeVisible()
  comeBack()
  await waitFor(() => expect(sentTo('export.sheets.validate')).toHaveLength(2))
  expect(await screen.findByText(messages.sheets.noPermission)).toBeVisible()
  await userEvent.click(field)
  share()
  await userEvent.tab()
  expect(await screen.findByText(found)).toBeVisible()
  comeBack()
  expect(sentTo('export.sheets.validate')).toHaveLength(3)
})
