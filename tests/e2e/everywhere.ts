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
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
}
