import { expect, type Locator, type Page } from '@playwright/test'

/** Enough for a whole round of a page with a list: the list grows with what other specs add. */
const longestWay = 250

/** Moves the focus to an element with the Tab key only; `key` is Shift+Tab for one that stands before. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < longestWay; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

/** Focuses a button and presses it, without a mouse. */
export async function pressByKey(page: Page, target: Locator, key?: 'Tab' | 'Shift+Tab') {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

/** Focuses a field and replaces its text. */
export async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Moves the focus within tabs or radio buttons, from the one that Tab reaches, with an arrow key only. */
export async function arrowTo(page: Page, target: Locator, key: 'ArrowRight' | 'ArrowDown') {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < longestWay; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
