// npm run docs:pictures: takes the README's picture, docs/products.png, of the current demo. PORT and SANDBOX_PORT set the ports of this
// demo, so that another one can run at the same time.
import { chromium, type Page } from 'playwright'
import { ensureChromium } from './ensure-chromium.ts'
import { signInToDemo, startOwnDemo } from './own-demo.ts'

const picture = 'docs/products.png'
const viewport = { width: 1440, height: 860 }
const { PORT: port = '3290', SANDBOX_PORT: sandboxPort = '4290' } = process.env
/** The selected rows in the picture, counted from 0. */
const selectedRows = [1, 2, 4]

/** The products of the largest shop, filtered by status and type, three of them selected. */
async function showProducts(page: Page, url: string) {
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
  // Without hover and focus, and with loaded thumbnails.
  await page.mouse.move(0, 0)
  await page.locator(':focus').blur()
  await page.waitForLoadState('networkidle')
}

const executablePath = ensureChromium()
await using demo = await startOwnDemo(port, sandboxPort)
const browser = await chromium.launch({ executablePath })
try {
  const page = await browser.newPage({ viewport, locale: 'en-US', timezoneId: 'UTC', colorScheme: 'light', reducedMotion: 'reduce' })
  await signInToDemo(page, demo.url)
  await showProducts(page, demo.url)
  await page.screenshot({ path: picture })
} finally {
  await browser.close()
}
console.log(`${picture} is taken`)
