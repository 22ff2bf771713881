import type { BrowserContext, Page } from 'playwright'

/** Each is in the titles of some of the demo's products. */
const words = ['shirt', 'bamboo', 'leather', 'ceramic', 'wallet', 'scarf', 'linen']
/** Between two keys of somebody who types fast. */
const betweenKeysMs = 100
const settledMs = 1_500
const filledWithinMs = 300_000

/** Runs in the page: keeps the time of the last key, and of the first rows after it in which the whole word is marked. */
const observeRows = `{
  const box = document.activeElement
  const kept = document.documentElement.dataset
  box.addEventListener('input', () => { kept.typedAt = performance.now(); delete kept.foundAt })
  const isFound = () => [...document.querySelectorAll('tbody mark')].some((mark) => mark.textContent.toLowerCase() === box.value)
  new MutationObserver(() => { if (kept.typedAt && !kept.foundAt && isFound()) kept.foundAt = performance.now() })
    .observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true })
}`

async function msOf(page: Page, word: string): Promise<number> {
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.waitForTimeout(settledMs)
  await page.keyboard.type(word, { delay: betweenKeysMs })
  await page.locator('html[data-found-at]').waitFor({ state: 'attached' })
  await page.waitForTimeout(settledMs)
  const [typedAt, foundAt] = await Promise.all(['typed', 'found'].map((one) => page.locator('html').getAttribute(`data-${one}-at`)))
  return Math.round(Number(foundAt) - Number(typedAt))
}

/** The ms from the last key of each word, typed into the search of All stores, until the list has what was found. */
export async function measureTyping(browser: BrowserContext, url: string): Promise<number[]> {
  const page = await browser.newPage()
  await page.goto(`${url}/products/all`)
  await page.getByRole('main').locator('tbody').getByRole('row').first().waitFor()
  // A copy that is being filled is the work of the server's other thread.
  await page.getByText(/being read|waits to be read/).waitFor({ state: 'detached', timeout: filledWithinMs })
  await page
    .getByRole('searchbox')
    .or(page.getByPlaceholder(/^Search by title/))
    .first()
    .click()
  await page.evaluate(observeRows)
  const samples: number[] = []
  for (const word of words) samples.push(await msOf(page, word))
  await page.close()
  return samples
}
