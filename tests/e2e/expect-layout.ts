import type { Locator } from '@playwright/test'
import { expect } from '#tests/support/playwright.ts'
import { layoutOf } from './layout.ts'

/** The layout after all movement has ended. */
async function settledLayout(part: Locator): Promise<string> {
  let before = ''
  await expect
    .poll(async () => {
      const isSame = (await layoutOf(part)) === before
      before = await layoutOf(part)
      return isSame
    })
    .toBe(true)
  return before
}

const isPictured = process.env['E2E_PICTURES'] !== undefined

/** Compares the layout of a part with the one in layouts/, or its picture with that in the folder `E2E_PICTURES`. */
export async function expectLayout(part: Locator, name: string) {
  await expect(part).toBeVisible()
  // A soft assertion, so that a changed state does not hide the later ones.
  if (isPictured) await expect.soft(part).toHaveScreenshot(`${name}.png`)
  else expect.soft(`${await settledLayout(part)}\n`).toMatchSnapshot(`${name}.txt`)
}

/** Runs in the page. */
export function writeIn(font: string) {
  const sheet = new CSSStyleSheet()
  // Makes fonts as wide as Arial, so that lines break at the same words.
  sheet.replaceSync(`* { font-size-adjust: ch-width 0.556; ${font && `font-family: "${font}" !important`} }`)
  document.adoptedStyleSheets = [sheet]
}
