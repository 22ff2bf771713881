import type { Locator, Page } from 'playwright'

type Picture = {
  name: string
  /** Opens what the picture shows, and returns that part of the screen. */
  show: (page: Page, url: string, sandboxUrl: string) => Promise<Locator>
  /** Ends the picture below this part of what it shows. */
  end?: (shown: Locator) => Locator
}

/** Pictures below the page load later. The stream of events keeps the network busy, so its silence says nothing. */
const areLoaded = '[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)'

/** Without hover and focus, and with loaded thumbnails and fonts. */
async function settle(page: Page) {
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement?.blur()')
  await page.waitForFunction(areLoaded)
  await page.evaluate('document.fonts.ready.then(() => null)')
}

/** The selected rows in the picture of the products, counted from 0. */
const selectedRows = [1, 2, 4]

/** The products of the largest shop, filtered by status and type, three of them selected. */
export async function showProducts(page: Page, url: string) {
  await page.goto(`${url}/products`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Store: / })
    .click()
  await page.getByRole('option', { name: 'North Supply' }).click()
  await page.waitForURL(/[?&]store=/)
  const address = new URL(page.url())
  address.searchParams.set('tab', 'active')
  address.searchParams.set('status', 'active')
  address.searchParams.set('productType', JSON.stringify(['Mug', 'T-Shirt', 'Hoodie']))
  await page.goto(address.href)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const list = page.getByRole('region', { name: 'Products' })
  const box = list.locator('tbody').getByRole('checkbox')
  await page.getByText(/^\d+ products/).waitFor()
  for (const row of selectedRows) await box.nth(row).check()
  await settle(page)
}

/** The dialog of a new store, with its first fields filled in. The page is as high as the dialog needs. */
async function showStoreDialog(page: Page, url: string, name: string, domain: string): Promise<Locator> {
  await page.setViewportSize({ width: 900, height: 1_500 })
  await page.goto(`${url}/stores`)
  await page.getByRole('button', { name: 'Add Store' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Domain').fill(domain)
  return dialog
}

/** The pictures of the guides, apart from that of the products. */
export const guidePictures: readonly Picture[] = [
  {
    name: 'shopify-dialog',
    async show(page, url) {
      const dialog = await showStoreDialog(page, url, 'Lotus Tea', 'lotus-tea.myshopify.com')
      await dialog.getByRole('radio', { name: 'Approval in Shopify' }).check()
      await settle(page)
      return dialog
    },
    // The guide lists the scopes itself.
    end: (dialog) => dialog.getByLabel('Scopes', { exact: true }),
  },
  {
    name: 'shopbase-dialog',
    async show(page, url) {
      const dialog = await showStoreDialog(page, url, 'Print House', 'print-house.onshopbase.com')
      await dialog.getByRole('radio', { name: 'ShopBase' }).check()
      await settle(page)
      return dialog
    },
  },
  {
    name: 'stores',
    async show(page, url) {
      await page.setViewportSize({ width: 1_100, height: 860 })
      await page.goto(`${url}/stores`)
      await page.getByRole('listitem', { name: 'North Supply' }).waitFor()
      await settle(page)
      return page.getByRole('main')
    },
  },
  {
    name: 'google-key',
    async show(page, url) {
      await page.setViewportSize({ width: 900, height: 900 })
      await page.goto(`${url}/settings?tab=google`)
      await page.getByRole('button', { name: 'Save another key' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('JSON key file').waitFor()
      await settle(page)
      return dialog
    },
  },
  {
    name: 'google-test',
    async show(page, url, sandboxUrl) {
      const id = 'guide-prices'
      await page.request.post(`${sandboxUrl}/control/sheets/documents`, { data: { id, title: 'Our prices', access: 'editor' } })
      await page.setViewportSize({ width: 1_000, height: 640 })
      await page.goto(`${url}/settings?tab=google`)
      await page.getByLabel('Spreadsheet URL').fill(`https://docs.google.com/spreadsheets/d/${id}/edit`)
      await page.getByRole('button', { name: 'Test', exact: true }).click()
      await page.getByText(/^It works/).waitFor()
      await settle(page)
      return page.getByRole('main')
    },
  },
]
