// Large text of the browser, and low windows: every control stays in reach, and the focus in sight.
import type { Locator, Page } from '@playwright/test'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { button, openOrders, rows } from './orders-page.ts'

/** What a browser with a text size of 150 % does to a page. */
const enlargeText = () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('html { font-size: 150% }')
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

/** Whether a person can point at the middle and at both sides of a control. */
const isInReach = (control: Locator) =>
  control.evaluate((element) => {
    const { left, right, top, height } = element.getBoundingClientRect()
    return [left + 4, (left + right) / 2, right - 4].every((x) => element.contains(document.elementFromPoint(x, top + height / 2)))
  })

test.describe('text of 150 %', () => {
  test.beforeEach(({ context }) => context.addInitScript(enlargeText))

  test('leaves the bell and My exports in reach beside the whole name of the product', async ({ page, signInAs }) => {
    await signInAs('owner')
    await page.goto('/stores')
    for (const name of ['My exports', 'Notifications']) expect(await isInReach(button(page, name))).toBe(true)
    const title = await page.getByRole('navigation', { name: 'Main' }).getByText('Backcounter').boundingBox()
    expect(title?.height, 'on one line').toBeLessThan(40)
  })

  test('leaves the pager and the buttons of a list in reach on a phone', async ({ page, signInAs }) => {
    await page.setViewportSize(widths.phone)
    await signInAs('owner')
    await openOrders(page)
    for (const name of ['Next', 'Columns', 'Filters']) expect(await isInReach(button(page, name)), name).toBe(true)
  })
})

const focusedBox = (page: Page) => page.locator('tbody :focus').boundingBox({ timeout: 1_000 })

test('in a low window, the focus is never hidden under the pager', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await signInAs('owner')
  await openOrders(page)
  await rows(page).first().getByRole('checkbox').focus()
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Tab')
    const box = await focusedBox(page)
    const pager = await page.getByRole('main').locator('footer').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((pager?.y ?? 0) + 1)
  }
})

test('a page zoomed to 200 % keeps its pager off the rows', async ({ page, signInAs }) => {
  const height = 450
  await page.setViewportSize({ width: 720, height })
  await signInAs('owner')
  await openOrders(page)
  for (const row of await rows(page).all()) {
    const box = await row.boundingBox()
    if (!box || box.y + box.height > height) break
    expect(await isInReach(row.getByRole('checkbox'))).toBe(true)
  }
})
