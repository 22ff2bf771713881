import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, widths } from '#tests/support/playwright.ts'

/** Where CSS lays out the parts of a table otherwise, Safari leaves out the roles that are not written. axe in Chromium does not see it. */
async function expectTableRoles(page: Page) {
  const silent = await page
    .locator('table, thead, tbody, tr, th, td')
    .evaluateAll((parts) =>
      parts
        .filter((part) => !/^(?:table|none)/.test(getComputedStyle(part).display) && !part.hasAttribute('role'))
        .map(({ outerHTML }) => outerHTML.slice(0, 100)),
    )
  expect(silent).toEqual([])
}

/** Expects no axe violations, written roles in tables that are laid out as cards, and no sideways scroll, on a desktop in light mode and on a phone in dark mode. */
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
    await expectTableRoles(page)
    await expectNoSidewaysScroll(page)
  }
}
