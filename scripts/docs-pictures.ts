// npm run docs:pictures: takes the README's picture, docs/products.png, of the current demo. PORT and SANDBOX_PORT set the ports of this
// demo, so that another one can run at the same time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { demoPassword } from './demo-data.ts'
import { ensureChromium } from './ensure-chromium.ts'

const picture = 'docs/products.png'
const viewport = { width: 1440, height: 860 }
const { PORT: port = '3290', SANDBOX_PORT: sandboxPort = '4290' } = process.env
const url = `http://localhost:${port}`
const startMs = 120_000
const againMs = 200
/** The selected rows in the picture, counted from 0. */
const selectedRows = [1, 2, 4]

const isReady = () =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** The demo with separate data. Resolves when it is ready. */
async function startDemo(dataDir: string) {
  const env = { ...process.env, PORT: port, SANDBOX_PORT: sandboxPort, DATA_DIR: dataDir, APP_URL: url, LOG_LEVEL: 'warn' }
  if (await isReady()) throw new Error(`something runs at ${url} already; PORT names another port`)
  const demo = spawn(process.execPath, ['scripts/demo.ts'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  const gone = once(demo, 'exit')
  const stop = async () => {
    demo.kill('SIGTERM')
    await gone
  }
  const end = Date.now() + startMs
  while (!(await isReady())) {
    if (demo.exitCode !== null) throw new Error(`the demo ended with ${demo.exitCode} before it was ready`)
    if (Date.now() > end) {
      await stop()
      throw new Error(`the demo was not ready after ${startMs / 1_000} s`)
    }
    await pause(againMs)
  }
  return { [Symbol.asyncDispose]: stop }
}

async function signIn(page: Page) {
  await page.goto(`${url}/login`)
  await page.getByLabel('Email').fill('owner@demo.test')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
}

/** The products of the largest shop, filtered by status and type, three of them selected. */
async function showProducts(page: Page) {
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
const dataDir = mkdtempSync(join(tmpdir(), 'docs-pictures-'))
try {
  await using _demo = await startDemo(dataDir)
  const browser = await chromium.launch({ executablePath })
  try {
    const page = await browser.newPage({ viewport, locale: 'en-US', timezoneId: 'UTC', colorScheme: 'light', reducedMotion: 'reduce' })
    await signIn(page)
    await showProducts(page)
    await page.screenshot({ path: picture })
  } finally {
    await browser.close()
  }
} finally {
  rmSync(dataDir, { recursive: true })
}
console.log(`${picture} is taken`)
