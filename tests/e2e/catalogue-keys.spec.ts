// The list of all stores' products and the settings of its copies by keyboard alone, on a desktop and on a phone.
import type { Page } from '@playwright/test'
import type { CatalogueClashesResponse } from '#shared/catalogue-clashes.ts'
import type { CatalogueStoresResponse } from '#shared/catalogue.ts'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { changeAnswer, forgetStore, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { arrowTo, pressByKey, tabTo, typeInto } from './keyboard.ts'
import { signInAlone } from './people.ts'
import { rows, withoutPictures } from './products-page.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const popover = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

/** The shops are read once the server has started. */
async function openAll(page: Page) {
  await page.goto('/products/all?limit=25')
  await expect(page.getByText(/^All \d+ stores checked within/)).toBeVisible({ timeout: 240_000 })
  await expect(rows(page).first()).toBeVisible()
}

test.describe.configure({ timeout: 300_000 })
test.beforeEach(async ({ page }) => {
  await withoutPictures(page)
  await forgetStore(page)
})

for (const name of ['desktop', 'phone'] as const)
  test.describe(`on a ${name}`, () => {
    test.use({ viewport: widths[name] })

    test('finds a product by typing, and goes to the same one in another store', async ({ page, rest, signInAs }) => {
      await signInAs('owner')
      await openAll(page)
      const sharedCode = async () => {
        const answer = await rest('owner', 'POST', '/catalogue/clashes', { kinds: ['price'], limit: 25 })
        const { clashes }: CatalogueClashesResponse = Object(answer.body).data
        return clashes.find(({ by, variants }) => by === 'sku' && new Set(variants.map(({ storeId }) => storeId)).size > 1)?.code
      }
      // A store counts as read before its codes are compared.
      await expect.poll(sharedCode).toBeDefined()
      const code = String(await sharedCode())
      await typeInto(page, page.getByRole('textbox', { name: 'Search products' }), code)
      await expect(page).toHaveURL(({ searchParams }) => searchParams.get('search') === code)
      await expect(rows(page)).not.toHaveCount(25)
      const opener = rows(page).first().getByRole('button')
      const title = await opener.innerText()
      await pressByKey(page, opener)
      const panel = popover(page, title)
      const others = panel.getByRole('region', { name: 'In other stores' }).getByRole('link')
      await expect(others.nth(1)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(panel).toHaveCount(0)
      await expect(opener).toBeFocused()
      await page.keyboard.press('Enter')
      await pressByKey(page, others.nth(1))
      await expect(page).toHaveURL(({ pathname, searchParams }) => pathname === '/products' && searchParams.has('product'))
      await expect(page.getByRole('region', { name: 'In other stores' })).toHaveCount(0)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(({ pathname, searchParams }) => pathname === '/products' && !searchParams.has('product'))
    })

    test('sorts, chooses columns and filters', async ({ page, baseURL }) => {
      await signInAlone(page, String(baseURL))
      await openAll(page)
      await pressByKey(page, button(page, 'Sort'))
      await tabTo(page, popover(page, 'Sort').getByRole('radio', { checked: true }))
      const price = page.getByRole('radio', { name: 'Price' })
      await arrowTo(page, price, 'ArrowDown')
      await expect(price).toBeChecked()
      await pressByKey(page, button(page, 'Descending'))
      await expect(button(page, 'Descending')).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press('Escape')
      await expect(button(page, 'Sort')).toBeFocused()
      // Descending is what an address without a direction means.
      await expect(page).toHaveURL(({ searchParams }) => searchParams.get('sortKey') === 'price' && !searchParams.has('reverse'))
      await pressByKey(page, button(page, 'Columns'))
      const tags = popover(page, 'Columns').getByRole('checkbox', { name: 'Tags' })
      await tabTo(page, tags)
      await page.keyboard.press('Space')
      await expect(tags).toBeChecked()
      await page.keyboard.press('Escape')
      await expect(button(page, 'Columns')).toBeFocused()
      await expect(rows(page).first().locator('td[data-header=Tags]')).toHaveCount(1)
      await pressByKey(page, page.getByRole('button', { name: 'Filters' }), 'Shift+Tab')
      const store = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Store' })
      await pressByKey(page, store)
      await expect(popover(page, 'Store').getByRole('textbox')).toBeFocused()
      await page.keyboard.type('southern')
      const box = page.getByRole('checkbox', { name: 'Southern Cross', exact: true })
      await tabTo(page, box)
      await page.keyboard.press('Space')
      await expect(box).toBeChecked()
      await page.keyboard.press('Escape')
      await expect(store).toBeFocused()
      await expect(page.getByText('Store: Southern Cross', { exact: true })).toBeVisible()
      await expect(rows(page).filter({ hasText: 'Southern Cross' })).toHaveCount(25)
    })

    test("switches a store's copy off and on", async ({ page, signInAs }) => {
      // Inside the page alone: other tests look at the copies meanwhile.
      let isOn = true
      await page.route(trpc('products.catalogue.updateStore'), (route) => {
        isOn = !isOn
        return route.fulfill({ json: [{ result: { data: {} } }] })
      })
      await changeAnswer(page, 'products.catalogue.stores', (answer) => {
        const data: CatalogueStoresResponse = Object(answer.result).data
        const changed = data.stores.map((copy) => (isOn || copy.storeName !== 'Gift Barn' ? copy : { ...copy, isOn, state: 'off' }))
        return { result: { data: { ...data, stores: changed } } }
      })
      await signInAs('owner')
      await page.goto('/settings?tab=catalogue')
      const entry = page.getByRole('listitem').filter({ hasText: 'Gift Barn' })
      const box = entry.getByRole('checkbox', { name: "Keep a copy of this store's catalogue: Gift Barn" })
      await tabTo(page, box)
      await page.keyboard.press('Space')
      const question = popover(page, 'Remove the copy')
      await expect(question).toContainText('The copy of the products of Gift Barn is removed')
      if (name === 'desktop') await expectFineEverywhere(page)
      await page.setViewportSize(widths[name])
      await pressByKey(page, question.getByRole('button', { name: 'Remove' }))
      await expect(question).toHaveCount(0)
      await expect(entry).toContainText('No copy')
      await expect(box).not.toBeChecked()
      await expect(box).toBeFocused()
      await page.keyboard.press('Space')
      await expect(box).toBeChecked()
      await expect(entry).not.toContainText('No copy')
    })
  })
