import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, widths } from '#tests/support/playwright.ts'

/** Expects no axe violations and no sideways scroll, on a desktop in light mode and on a phone in dark mode. */
export async function expectFineEverywhere(page: Page) {
  for (const [viewport, colorScheme] of [
    [widths.phone, 'dark'],
    [widths.desktop, 'light'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The page hears of the other colours in its next frame, and draws them in the one after.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
}
