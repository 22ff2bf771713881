import type { Page } from '@playwright/test'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { changeAnswer, holdBack, trpc } from './calls.ts'
import { settled as ordersSettled } from './orders-page.ts'
import { settled as productsSettled, withoutPictures } from './products-page.ts'

/** Longer than the browser takes to report a shift, and than a count of the demo's shops. */
const reportedMs = 1_000
/** Answers come later than a press, as from a real shop. */
const answerMs = 300

// TypeScript does not know it: only Chrome has it.
declare class LayoutShift extends PerformanceEntry {
  readonly sources: ReadonlyArray<{ node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }>
}

/**
 * Runs in the page: notes what moves without having been moved, also right after a press, which Chrome leaves out of its own score. Rows that
 * stand elsewhere in another list are its content, a chip is as wide as its words, and a menu opens where it fits.
 */
function noteShifts() {
  const isMeant = (element: Element | null) =>
    element?.matches('tbody tr, .mantine-Popover-dropdown, [aria-label="Active filters"] *') ?? true
  const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry instanceof LayoutShift)
        for (const { node, previousRect, currentRect } of entry.sources) {
          const element = node instanceof Element ? node : (node?.parentElement ?? null)
          if (!isMeant(element))
            console.info(`shifted from ${place(previousRect)} to ${place(currentRect)}: ${element?.outerHTML.slice(0, 160)}`)
        }
  }).observe({ type: 'layout-shift' })
}

/** Does one step after the other. Expects that none moves anything. */
async function expectSteady(page: Page, steps: Readonly<Record<string, () => Promise<void>>>) {
  let step = ''
  const shifts: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('shifted ')) shifts.push(`${step}: ${message.text()}`)
  })
  await page.waitForTimeout(reportedMs)
  await page.evaluate(noteShifts)
  for (const [name, act] of Object.entries(steps)) {
    step = name
    await act()
    await page.waitForTimeout(reportedMs)
  }
  expect(shifts).toEqual([])
}

async function slowed(page: Page) {
  await page.route('**/trpc/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, answerMs))
    await route.fallback()
  })
}

const press = (page: Page, name: string) => () => page.getByRole('main').getByRole('button', { name, exact: true }).click()

for (const [width, viewport] of Object.entries(widths))
  test.describe(`on a ${width}, nothing moves`, () => {
    test.beforeEach(async ({ page }) => {
      await page.setViewportSize(viewport)
      await withoutPictures(page)
    })

    for (const [list, settled] of [
      ['Products', productsSettled],
      ['Orders', ordersSettled],
    ] as const)
      test(`in ${list.toLowerCase()}, by a tab, a page, a sort or a refresh`, async ({ page, signInAs }) => {
        // The first shop of these people can be sorted.
        await signInAs('staff')
        await slowed(page)
        await page.goto(`/${list.toLowerCase()}?limit=10`)
        await expect(page.getByRole('heading', { name: list, level: 1, exact: true })).toBeVisible()
        await settled(page)
        const choose = (tab: number) => async () => {
          await page.getByRole('tab').nth(tab).click()
          await settled(page)
        }
        await expectSteady(page, {
          'another tab': choose(1),
          'a third tab': choose(2),
          'the first tab': choose(0),
          // The first tab of the products keeps the status that another one chose.
          ...(list === 'Products' && { 'no filter': press(page, 'Clear all') }),
          'the next page': press(page, 'Next'),
          'the previous page': press(page, 'Previous'),
          'the sort menu': press(page, 'Sort'),
          'another sort': () => page.getByRole('dialog', { name: 'Sort' }).getByRole('radio').last().click(),
          'the list again': () => page.keyboard.press('Escape'),
          'a refresh': press(page, 'Refresh'),
        })
      })

    test('in the header, when one’s own exports come late', async ({ page, signInAs }) => {
      await signInAs('staff')
      const release = await holdBack(page, trpc('export.jobs.list'))
      await page.goto('/dashboard')
      const exports = page.getByRole('button', { name: /^My exports/ })
      await expect(exports).toBeVisible()
      await exports.click()
      await expect(page.getByRole('status').filter({ hasText: 'Loading exports' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expectSteady(page, {
        'the answer': () => Promise.resolve(release()),
      })
    })

    test('in jobs, by a filter or a refresh', async ({ page, signInAs }) => {
      await signInAs('owner')
      const counts = { expected: 500, fetched: 120, written: 340, distinct: 120, skipped: 0 }
      const jobs = [madeJob({ id: '1', status: 'running', progress: 24, canCancel: true, counts }), madeJob({ id: '2', counts })]
      await changeAnswer(page, 'export.jobs.list', () => ({ result: { data: jobList(...jobs) } }))
      await slowed(page)
      await page.goto('/jobs')
      await expect(page.getByRole('main').locator('tbody').getByRole('row').first()).toBeVisible()
      await expectSteady(page, {
        'a filter': async () => void (await page.getByLabel('Type').selectOption('product export')),
        'no filter': async () => void (await page.getByLabel('Type').selectOption({ index: 0 })),
        // As a page does when its network is back.
        'a refresh': () => page.evaluate(() => void window.dispatchEvent(new Event('online'))),
      })
    })
  })
