import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { badge, chooseStore, goTo, openFilters, openMenu, openProducts, rows, storeSelect, withoutPictures } from './products-page.ts'

const list = 'products.list'
const last = (calls: unknown[]): { filters?: object } => Object(calls.at(-1))
const sends = (calls: unknown[], filters: object) => expect.poll(() => last(calls).filters).toEqual(filters)

test.beforeEach(({ page }) => withoutPictures(page))

test.describe('filters', () => {
  test('are found by a part of them in any case, several at once, and counted one for each field', async ({ page, signInAs }) => {
    await signInAs('staff')
    const calls = sentCalls(page, list)
    await openProducts(page)
    await openFilters(page)
    await expect(page.getByRole('group', { name: 'Filters' }).getByRole('button')).toHaveText([
      'Tag',
      'Collection',
      'Types',
      'Created date',
    ])
    const types = await openMenu(page, 'Types')
    await types.getByRole('textbox').fill('SHI')
    await expect(types.getByRole('checkbox')).toHaveCount(1)
    await types.getByRole('checkbox', { name: 'T-Shirt' }).check()
    await sends(calls, { productType: ['T-Shirt'] })
    await types.getByRole('textbox').fill('zzzz')
    await expect(types.getByText('No matches')).toBeVisible()
    await types.getByRole('textbox').fill('')
    const second = types.getByRole('checkbox').nth(2)
    await second.check()
    await expect.poll(() => Object(last(calls).filters).productType).toHaveLength(2)
    await expect(badge(page)).toHaveText('Filters1')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Types' })).toBeFocused()
  })

  test('by date include both days, ignore years still being typed, and refuse From after To', async ({ page, signInAs }) => {
    await signInAs('staff')
    const calls = sentCalls(page, list)
    await openProducts(page)
    await openFilters(page)
    const dates = await openMenu(page, 'Created date')
    const from = dates.getByLabel('From', { exact: true })
    const to = dates.getByLabel('To', { exact: true })
    // Our style hides the text of an empty field, because some engines show today's date in it.
    const isEmptyToTheEye = (field: Locator) =>
      field.evaluate((element) => getComputedStyle(element, '::-webkit-datetime-edit').color === 'rgba(0, 0, 0, 0)')
    expect([await isEmptyToTheEye(from), await isEmptyToTheEye(to)]).toEqual([false, true])
    await to.focus()
    expect([await isEmptyToTheEye(from), await isEmptyToTheEye(to)]).toEqual([true, false])
    await from.focus()
    await from.pressSequentially('01152026')
    await sends(calls, { createdAfter: '2026-01-15' })
    expect(calls).toHaveLength(2)
    await dates.getByLabel('To', { exact: true }).fill('2026-01-01')
    await expect(dates.getByText('The From date is after the To date')).toBeVisible()
    await dates.getByLabel('To', { exact: true }).fill('2026-06-30')
    await sends(calls, { createdAfter: '2026-01-15', createdBefore: '2026-06-30' })
    expect(calls).toHaveLength(3)
    await expect(badge(page)).toHaveText('Filters2')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove From: Jan 15, 2026' }).click()
    await sends(calls, { createdBefore: '2026-06-30' })
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL('/products')
    await expect(badge(page)).toHaveText('Filters')
  })

  test('are shown as chips by name, and kept when their panel is closed', async ({ page, signInAs }) => {
    await signInAs('staff')
    const calls = sentCalls(page, list)
    await openProducts(page)
    await openFilters(page)
    const collections = await openMenu(page, 'Collection')
    const choice = collections.getByRole('checkbox').nth(1)
    const title = await collections.getByRole('group').locator('label').nth(1).innerText()
    await choice.check()
    await expect.poll(() => Object(last(calls).filters).collection).toEqual([expect.stringMatching(/^\d+$/)])
    await page.keyboard.press('Escape')
    await openFilters(page)
    await expect(page.getByRole('group', { name: 'Filters' })).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(`Collection: ${title}`)
    await page.reload()
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(`Collection: ${title}`)
  })

  test('ask for the values once in 300 s, say why there are none, and ask again', async ({ page, signInAs }) => {
    let isBroken = true
    await changeAnswer(page, 'products.metadata', (answer) => (isBroken ? failed(502, 'STORE_UNREACHABLE', 'No way to the shop') : answer))
    await signInAs('staff')
    const calls = sentCalls(page, 'products.metadata')
    await page.clock.install()
    await openProducts(page)
    expect(calls).toHaveLength(0)
    await openFilters(page)
    const tags = await openMenu(page, 'Tag')
    await page.clock.fastForward(2_000)
    await expect(tags.getByRole('alert')).toContainText('No way to the shop')
    expect(calls).toHaveLength(2)
    isBroken = false
    await tags.getByRole('button', { name: 'Retry' }).click()
    await expect(tags.getByRole('checkbox').first()).toBeVisible()
    expect(calls).toHaveLength(3)
    const again = async (afterMs: number) => {
      await goTo(page, 'Dashboard')
      await page.clock.fastForward(afterMs)
      await goTo(page, 'Products')
      await openFilters(page)
      await expect((await openMenu(page, 'Tag')).getByRole('checkbox').first()).toBeVisible()
    }
    await page.keyboard.press('Escape')
    await again(200_000)
    expect(calls).toHaveLength(3)
    await page.keyboard.press('Escape')
    await again(200_000)
    await expect.poll(() => calls.length).toBe(4)
  })
})

test('the list, its menus and its chips are fine to use on every screen and in both schemes', async ({ page, signInAs }) => {
  test.slow()
  await signInAs('staff')
  await openProducts(page, '?search=twin&status=%22active%22')
  await openFilters(page)
  await rows(page).first().click()
  await expectFineEverywhere(page)
  const tags = await openMenu(page, 'Tag')
  await expect(tags.getByRole('checkbox').first()).toBeVisible()
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  const dates = await openMenu(page, 'Created date')
  await dates.getByLabel('From', { exact: true }).fill('2026-02-02')
  await dates.getByLabel('To', { exact: true }).fill('2026-01-01')
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  // An open menu that covers half of a chip would make it look too small to click.
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('button', { name: 'Sort' }).click()
  await expectFineEverywhere(page)
})

test.describe('a shop that takes one value for each filter', () => {
  test('offers radio buttons, no tags, and trims what was chosen elsewhere', async ({ page, signInAs }) => {
    await signInAs('manager')
    const calls = sentCalls(page, list)
    await openProducts(page)
    await chooseStore(page, 'Harbor & Pine')
    await openFilters(page)
    for (const name of ['Tag', 'Types', 'Collection']) {
      const values = await openMenu(page, name)
      await values.getByRole('checkbox').nth(1).check()
      await values.getByRole('checkbox').nth(2).check()
      await expect(values.getByRole('checkbox', { checked: true })).toHaveCount(2)
      await page.keyboard.press('Escape')
    }
    await expect(badge(page)).toHaveText('Filters3')
    await chooseStore(page, 'Print House')
    const { tag, collection = [], productType } = Object(last(calls).filters)
    expect(tag).toBeUndefined()
    expect(collection).toEqual([])
    expect(productType).toHaveLength(1)
    await expect(badge(page)).toHaveText('Filters1')
    await expect(page.getByRole('group', { name: 'Filters' }).getByRole('button')).toHaveText([/^Collection/, /^Types/, /^Created date/])
    const types = await openMenu(page, 'Types')
    await expect(types.getByRole('radio', { checked: true })).toHaveCount(1)
    await types.getByRole('radio').nth(3).check()
    await expect(types.getByRole('radio', { checked: true })).toHaveCount(1)
    await types.getByRole('button', { name: 'Clear' }).click()
    await expect(types.getByRole('radio', { checked: true })).toHaveCount(0)
  })

  test('takes a link with more than it can', async ({ page, signInAs }) => {
    await signInAs('viewer')
    await openProducts(page, '?tag=%5B%22a%22%5D&sortKey=TITLE&limit=999&status=%22nonsense%22&store=elsewhere')
    await expect(storeSelect(page)).toHaveAccessibleName('Store: Gift Barn')
    await expect(rows(page)).toHaveCount(50)
  })
})
