import { join } from 'node:path'
import { chromium } from 'playwright'
import { chromiumArgs, chromiumPath } from '#tests/support/chromium.ts'
import { removeNewFeatures } from '../e2e/oldest-browser.ts'
import { fileField, windowSize, type Driver, type DriverOptions } from './driver.ts'

/** Starts Chromium without the features that the oldest supported browsers lack. */
export async function startChromium({ folder, firstScript }: DriverOptions): Promise<Driver> {
  const executablePath = chromiumPath()
  const browser = await chromium.launch({ args: chromiumArgs, ...(executablePath === null ? {} : { executablePath }) })
  const context = await browser.newContext({ viewport: windowSize, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' })
  const complaints: string[] = []
  context.on('weberror', (error) => void complaints.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await context.addInitScript(removeNewFeatures)
  await context.addInitScript({ content: firstScript })
  const page = await context.newPage()
  page.on('download', (file) => void file.saveAs(join(folder, 'downloads', file.suggestedFilename())))
  return {
    open: async (url) => void (await page.goto(url)),
    run: (expression) => page.evaluate(expression),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    attach: (file) => page.setInputFiles(fileField, file),
    picture: () => page.screenshot(),
    complaints: () => complaints,
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
