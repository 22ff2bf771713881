import type { Locator } from '@playwright/test'
import { expect, test, widths } from '#tests/support/playwright.ts'

const top = async (part: Locator) => (await part.boundingBox())?.y

for (const [name, viewport] of Object.entries(widths))
  for (const list of ['Products', 'Orders'])
    test(`${list} scroll under their header while the page stands still, on a ${name}`, async ({ page, signInAs }) => {
      await page.setViewportSize(viewport)
      await signInAs('manager')
      await page.goto(`/${list.toLowerCase()}`)
      const region = page.getByRole('region', { name: list })
      const header = region.getByRole('columnheader').first()
      const before = await top(header)
      await region.evaluate((element) => element.scrollTo(0, element.scrollHeight))
      await expect(region.getByRole('row').last()).toBeInViewport()
      expect(await top(header)).toBe(before)
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
    })
