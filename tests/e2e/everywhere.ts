import type { Page } from '@playwright/test'
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
