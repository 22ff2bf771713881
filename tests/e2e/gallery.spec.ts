// The page of all parts of the screens (`npm run gallery`): layout and axe, without a server.
import { expect, test, widths } from '#tests/support/playwright.ts'
import { startGallery } from '../../scripts/gallery-server.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { expectLayout, writeIn } from './expect-layout.ts'

test('all parts are accessible, and keep their layout', async ({ page, context }) => {
  test.slow()
  await using gallery = await startGallery(0)
  await context.addInitScript(writeIn, process.env['E2E_FONT'] ?? '')
  await page.goto(gallery.url)
  await expect(page.getByRole('region', { name: 'Products, roomy' })).toBeVisible()
  await expectFineEverywhere(page)
  for (const [name, width] of Object.entries(widths)) {
    await page.setViewportSize(width)
    await expectLayout(page.getByRole('main'), `gallery-${name}`)
  }
})
