import { join } from 'node:path'
import puppeteer from 'puppeteer-core'
import { fileField, windowSize, type Driver, type DriverOptions } from './driver.ts'

/** Downloads go into a folder without a prompt, and animations are disabled. */
const preferences = (downloads: string) => ({
  'browser.download.dir': downloads,
  'browser.download.folderList': 2,
  'browser.download.useDownloadDir': true,
  'intl.accept_languages': 'en-US',
  'ui.prefersReducedMotion': 1,
})

/** Starts Firefox ESR and drives it over WebDriver BiDi. */
export async function startFirefox({ folder, firstScript }: DriverOptions): Promise<Driver> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr',
    userDataDir: join(folder, 'profile'),
    defaultViewport: windowSize,
    extraPrefsFirefox: preferences(join(folder, 'downloads')),
    env: { ...process.env, HOME: folder, TZ: 'UTC' },
  })
  // Firefox's initial page never gets the focus.
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => void complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.evaluateOnNewDocument(firstScript)
  return {
    open: async (url) => void (await page.goto(url)),
    run: (expression) => page.evaluate(expression),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async attach(file) {
      const field = await page.waitForSelector(fileField)
      await field?.uploadFile(file)
    },
    picture: () => page.screenshot(),
    complaints: () => complaints,
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
