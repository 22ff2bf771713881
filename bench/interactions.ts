import type { BrowserContext, Locator, Page } from 'playwright'

/** How many times slower than this machine the browser computes. */
export const slowdown = 4
/** Within it the browser has painted what an interaction changed, and reported it. */
const reportedMs = 1_500
const pressedMs = 80
/** Within it the screen has its counts and the parts that it loads behind itself. */
const settledMs = 3_000

/** What a person does: presses the `target`, or else the `key` in the field that has the focus. */
type Interaction = { path: string; what: string; before?: (page: Page) => Promise<void> } & (
  | { target: (page: Page) => Locator }
  | { key: string }
)

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row')

/** What people do most on the screens with the most to draw. */
const interactions: readonly Interaction[] = [
  ...['/products', '/orders'].flatMap((path): Interaction[] => [
    { path, what: 'tick a row', target: (page) => rows(page).nth(2).getByRole('checkbox') },
    { path, what: 'tick all rows', target: (page) => page.getByRole('columnheader').getByRole('checkbox') },
    { path, what: 'open the filters', target: (page) => button(page, 'Filters') },
    { path, what: 'open the search', target: (page) => button(page, 'Search') },
    { path, what: 'type in the search', before: (page) => button(page, 'Search').click(), key: 'm' },
    { path, what: 'choose a tab', target: (page) => page.getByRole('tab').nth(1) },
    { path, what: 'open the panel of a row', target: (page) => rows(page).nth(2).getByRole('button').first() },
    { path, what: 'open the columns', target: (page) => button(page, 'Columns') },
  ]),
  { path: '/jobs', what: 'choose a status', before: (page) => page.getByLabel('Status').focus(), key: 'c' },
  { path: '/jobs', what: 'open the stores', target: (page) => page.getByRole('main').getByRole('button', { name: /^Store: / }) },
  { path: '/dashboard', what: 'open the palette', key: 'Control+k' },
  { path: '/dashboard', what: 'type in the palette', before: (page) => page.keyboard.press('Control+k'), key: 'o' },
  {
    path: '/dashboard',
    what: 'go to the products',
    target: (page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }),
  },
  { path: '/settings', what: 'switch the theme', target: (page) => page.getByText('Dark', { exact: true }) },
]

/** Runs in the page: keeps the duration of the longest interaction, as "interaction to next paint" counts it. */
const observeInteractions = `{
  const kept = document.documentElement.dataset
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) kept.longestMs = Math.max(kept.longestMs ?? 0, duration)
  }).observe({ type: 'event', durationThreshold: 16 })
}`

/** Found before the browser is slowed down: the search for the element is no part of the interaction. */
async function pressing(page: Page, interaction: Interaction): Promise<() => Promise<void>> {
  if ('key' in interaction) return () => page.keyboard.press(interaction.key)
  const target = interaction.target(page)
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${interaction.path} shows nothing to ${interaction.what}`)
  // The pointer stands there already, and a finger stays for a moment.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  return async () => {
    await page.mouse.down()
    await page.waitForTimeout(pressedMs)
    await page.mouse.up()
  }
}

async function msUntilPaint(browser: BrowserContext, url: string, interaction: Interaction): Promise<number> {
  const page = await browser.newPage()
  await page.goto(`${url}${interaction.path}`)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  if (/products|orders/.test(interaction.path)) await rows(page).nth(2).waitFor()
  await page.waitForTimeout(settledMs)
  await interaction.before?.(page)
  const press = await pressing(page, interaction)
  await page.waitForTimeout(reportedMs)
  await page.evaluate(observeInteractions)
  const devTools = await browser.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await press()
  await page.waitForTimeout(reportedMs)
  const ms = Number(await page.locator('html').getAttribute('data-longest-ms'))
  await page.close()
  return ms
}

export type InteractionFinding = { what: string; samples: number[] }

/** The ms from each interaction to the next paint. */
export async function measureInteractions(browser: BrowserContext, url: string, runs: number): Promise<InteractionFinding[]> {
  const findings: InteractionFinding[] = []
  for (const interaction of interactions) {
    const samples: number[] = []
    const title = `${interaction.path}, ${interaction.what}`
    for (let run = 0; run < runs; run += 1) samples.push(await msUntilPaint(browser, url, interaction))
    findings.push({ what: title, samples })
  }
  return findings
}
