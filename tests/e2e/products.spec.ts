import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { chooseStore, checkboxes, goTo, openProducts, rows, settled, storeSelect, titles, withoutPictures } from './products-page.ts'

const list = 'products.list'

test.beforeEach(({ page }) => withoutPictures(page))

test.describe('the screen', () => {
  test('opens on the first readable store, newest first, 50 a page', async ({ page, signInAs }) => {
    await signInAs('owner')
    const [stores, calls] = [sentCalls(page, 'stores.list'), sentCalls(page, list)]
    await openProducts(page)
    expect(stores).toEqual([{ active: true, permission: 'products:read' }])
    await expect(storeSelect(page)).toHaveAccessibleName('Store: Gift Barn')
    for (const name of ['Refresh', 'Export', 'Add product']) await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(rows(page)).toHaveCount(50)
    expect(calls).toEqual([expect.objectContaining({ limit: 50, filters: {} })])
    await chooseStore(page, 'North Supply')
    expect(calls.at(-1)).toMatchObject({ sortKey: 'CREATED_AT', reverse: true, limit: 50 })
  })

  test('has the columns that the platform has values for', async ({ page, signInAs }) => {
    await signInAs('manager')
    await openProducts(page)
    const headers = () => page.getByRole('columnheader').allInnerTexts()
    await chooseStore(page, 'Harbor & Pine')
    expect(await headers()).toEqual(['', 'Product', 'Status', 'Seller code', 'Category', 'Product type', 'Vendor'])
    await chooseStore(page, 'Print House')
    expect(await headers()).toEqual(['', 'Product', 'Status', 'Seller code', 'Product type', 'Vendor'])
  })

  test('shows status, seller code, and a picture or a placeholder', async ({ page, signInAs }) => {
    await page.route('https://cdn.example.com/**/0-1.jpg*', (route) =>
      route.fulfill({ path: 'client/public/favicon.svg', contentType: 'image/svg+xml' }),
    )
    await changeAnswer(page, list, (answer) => {
      const { pageInfo, products } = Object(answer.result?.data)
      const named = (at: number, change: object) => ({ ...products[at], image: null, ...change })
      const pictured = { url: 'https://cdn.example.com/x/0-1.jpg', alt: 'Front' }
      const shown = [
        named(0, { title: 'Tee LT5, CTM7', status: 'active', image: pictured }),
        named(1, { title: 'K23 LT1', status: 'draft', image: { ...pictured, url: 'https://cdn.example.com/x/gone.jpg' } }),
        named(2, { title: 'TB101', status: 'archived' }),
      ]
      return { result: { data: { pageInfo, products: shown, warnings: [] } } }
    })
    await signInAs('staff')
    await openProducts(page)
    const cells = (at: number) => rows(page).nth(at).locator('th, td')
    await expect(cells(0)).toContainText(['', 'Tee LT5, CTM7', 'Active', 'LT5'])
    await expect(cells(1)).toContainText(['', 'K23 LT1', 'Draft', 'K23'])
    await expect(cells(2)).toContainText(['', 'TB101', 'Archived', '-'])
    const picture = (at: number) => rows(page).nth(at).locator('img')
    await expect(picture(0)).toHaveCSS('opacity', '1')
    await expect(picture(1)).toHaveCSS('opacity', '0')
    await expect(picture(2)).toHaveCount(0)
    for (const at of [0, 1, 2]) await expect(rows(page).nth(at).locator('svg')).toBeVisible()
  })
})

test.describe('loading', () => {
  test('that fails is tried twice, says why, and Retry asks again', async ({ page, signInAs }) => {
    let isBroken = true
    const reason = 'Lotus Sài Gòn: The shop could not be reached'
    await changeAnswer(page, list, (answer) => (isBroken ? failed(502, 'STORE_UNREACHABLE', reason) : answer))
    await signInAs('staff')
    const calls = sentCalls(page, list)
    await page.goto('/products')
    await expect(page.getByRole('heading', { name: 'Failed to load products' })).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
    expect(calls).toHaveLength(2)
    await expectFineEverywhere(page)
    isBroken = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page)).toHaveCount(50)
    expect(calls).toHaveLength(3)
  })

  test('is not repeated within the cache time, when coming back or to the window; Refresh asks again', async ({ page, signInAs }) => {
    await signInAs('owner')
    await page.clock.install()
    const calls = sentCalls(page, list)
    await openProducts(page)
    const away = async (ms: number) => {
      await goTo(page, 'Dashboard')
      await page.clock.fastForward(ms)
      await goTo(page, 'Products')
      await expect(rows(page)).toHaveCount(50)
      await settled(page)
    }
    await away(30_000)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(calls).toHaveLength(1)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect.poll(() => calls.length).toBe(2)
    await settled(page)
    await away(60_000)
    await expect.poll(() => calls.length).toBe(3)
  })

  test('says that nothing was found, and leads back to all', async ({ page, signInAs }) => {
    await signInAs('staff')
    await openProducts(page, '?search=zzzzqqqq')
    await expect(page.getByText('No products found')).toBeVisible()
    await expect(page.getByText('Try adjusting your search query')).toBeVisible()
    await expectFineEverywhere(page)
    await page.getByRole('button', { name: 'Show all products' }).click()
    await expect(rows(page)).toHaveCount(50)
    await openProducts(page, '?productType=%5B%22No+such+type%22%5D')
    await expect(page.getByText('No products available')).toBeVisible()
    await expect(page.getByText('Try adjusting your search query')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all products' }).click()
    await expect(rows(page)).toHaveCount(50)
  })
})

test.describe('paging', () => {
  for (const [store, position] of [
    ['North Supply', 'cursor'],
    ['Print House', 'sinceId'],
  ] as const)
    test(`of ${store} goes three pages forward and two back by ${position}`, async ({ page, signInAs }) => {
      await signInAs('owner')
      const calls = sentCalls(page, list)
      await openProducts(page)
      await chooseStore(page, store)
      const turn = async (name: 'Next' | 'Previous') => {
        const [before] = await titles(page)
        await page.getByRole('button', { name }).click()
        await expect.poll(async () => (await titles(page))[0]).not.toBe(before)
        await settled(page)
        return titles(page)
      }
      await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
      const first = await titles(page)
      const second = await turn('Next')
      const third = await turn('Next')
      await turn('Next')
      expect(new Set([...first, ...second]).size).toBeGreaterThan(50)
      expect(calls.at(-1)).toHaveProperty(position, expect.any(String))
      expect(await turn('Previous')).toEqual(third)
      expect(await turn('Previous')).toEqual(second)
      await page.goBack()
      await expect.poll(() => titles(page)).toEqual(third)
    })

  test('ends on the last page, and counts what is shown', async ({ page, signInAs }) => {
    await signInAs('staff')
    await openProducts(page, '?limit=250')
    await expect(page.getByText('250 products (more available)')).toBeVisible()
    await expect(page.getByText(/^1 to 250 of [\d,]+$/)).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('50 products, page 2', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  })

  test('offers 25, 50, 100 and 250 items', async ({ page, signInAs }) => {
    await signInAs('staff')
    const calls = sentCalls(page, list)
    await openProducts(page)
    const size = page.getByRole('combobox', { name: 'Items per page' })
    await expect(size.getByRole('option')).toHaveText(['25', '50', '100', '250'])
    await expect(size).toHaveValue('50')
    await size.selectOption('25')
    await expect(rows(page)).toHaveCount(25)
    expect(calls.at(-1)).toMatchObject({ limit: 25 })
  })
})

test.describe('selection', () => {
  test('is reached by keyboard', async ({ page, signInAs }) => {
    await signInAs('staff')
    await openProducts(page)
    await checkboxes(page).nth(2).focus()
    await page.keyboard.press('Space')
    await expect(checkboxes(page).nth(2)).toBeChecked()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(checkboxes(page).nth(3)).toBeFocused()
  })
})
