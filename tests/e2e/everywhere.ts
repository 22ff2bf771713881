import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, widths } from '#tests/support/playwright.ts'

/** Nothing that axe finds and no sideways scroll, on a desktop in the light and on a phone in the dark. */
export async function expectFineEverywhere(page: Page) {
  for (const [viewport, colorScheme] of [
    [widths.phone, 'dark'],
    [widths.desktop, 'light'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
}

const top = async (part: Locator) => (await part.boundingBox())?.y

/** The list scrolls under its header, which stays where it is, while the page stands still; on a desktop and on a phone. */
export async function expectHeaderStays(page: Page, list: Locator) {
  for (const viewport of [widths.desktop, widths.phone]) {
    await page.setViewportSize(viewport)
    const header = list.getByRole('columnheader').nth(1)
    const before = await top(header)
    await list.evaluate((region) => region.scrollTo(0, region.scrollHeight))
    await expect(list.getByRole('row').last()).toBeInViewport()
    expect(await top(header)).toBe(before)
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
    await list.evaluate((region) => region.scrollTo(0, 0))
  }
}
