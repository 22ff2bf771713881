// The complete texts in a row of the products' list, and the messages for missing rows.
import { messages } from '#shared/messages.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { openProducts, rows, withoutPictures } from './products-page.ts'

const list = 'products.list'

test.beforeEach(({ page }) => withoutPictures(page))

test('shows a long title whole to the mouse, and to the keyboard in its row', async ({ page, signInAs }) => {
  const title = `${'A very long title '.repeat(9)}indeed`
  await changeAnswer(page, list, (answer) => {
    const whole = Object(answer.result?.data)
    const [first, ...others] = whole.products
    return { result: { data: { ...whole, products: [{ ...first, title }, ...others] } } }
  })
  await signInAs('staff')
  await openProducts(page)
  const shown = page.getByText(title, { exact: true })
  const isCut = () => shown.evaluate((element) => element.scrollWidth > element.clientWidth)
  await expect(shown).toHaveAttribute('title', title)
  expect(await isCut()).toBe(true)
  await page.getByRole('button', { name: 'Vendor', exact: true }).focus()
  await page.keyboard.press('Tab')
  expect(await isCut()).toBe(false)
})

test('says which products are missing because they cannot be read', async ({ page, signInAs }) => {
  const warning = messages.platform.rowsLeftOut([{ row: 'product Tea (id 7)', field: 'status' }], 0)
  await changeAnswer(page, list, (answer) => ({ result: { data: { ...Object(answer.result?.data), warnings: [warning] } } }))
  await signInAs('staff')
  await openProducts(page)
  await expect(page.getByRole('note')).toHaveText(warning)
  await expect(rows(page)).toHaveCount(50)
  await expectFineEverywhere(page)
})
