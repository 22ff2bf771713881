// What the panel of a product shows: a product with many variants, its text and pictures, and failures.
import type { Page } from '@playwright/test'
import { expect, test, widths } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, forgetStore } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { chooseStore, openProducts, rows, withoutPictures } from './products-page.ts'

const openRow = (page: Page, row: number) => rows(page).nth(row).locator('button').click()

test.use({ viewport: widths.desktop })
test.beforeEach(({ page }) => withoutPictures(page))

test('hundreds of variants scroll under their header and can be searched', async ({ page, signInAs }) => {
  await signInAs('owner')
  await forgetStore(page)
  await openProducts(page, '?search=Made+to+Measure')
  await chooseStore(page, 'North Supply')
  await page.getByRole('button', { name: 'Made to Measure DT100' }).click()
  const panel = page.getByRole('dialog', { name: 'Made to Measure DT100' })
  const variants = panel.getByRole('region', { name: 'Variants' }).locator('tbody tr')
  await expect(variants).toHaveCount(300)
  await variants.last().scrollIntoViewIfNeeded()
  await expect(panel.getByRole('columnheader', { name: 'Stock' })).toBeInViewport()
  await panel.getByRole('textbox', { name: 'Search variants' }).fill('size 3 / color 2')
  await expect(variants).toHaveCount(5)
  await expect(variants.first()).toContainText('Size 3 / Color 2 / Cut 1')
  await expectFineEverywhere(page)
  // Escape closes the picture only, beside the list and over it.
  for (const viewport of [widths.phone, widths.desktop]) {
    await page.setViewportSize(viewport)
    await panel.getByRole('button', { name: /^Enlarge picture 1 / }).click()
    await expect(page.getByRole('dialog')).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(panel.getByRole('columnheader', { name: 'Stock' })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a description is text, whatever it holds, and keys lead on from anywhere in the panel', async ({ page, signInAs }) => {
  const bodyHtml = '<p>Soft &amp; warm</p><script>document.title = "Taken"</script><img src="/taken.png">'
  await changeAnswer(page, 'products.get', ({ result }) => {
    const { product } = (result?.data ?? {}) as { product: object }
    return { result: { data: { product: { ...product, bodyHtml, storefrontUrl: null } } } }
  })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await signInAs('owner')
  await forgetStore(page)
  await openProducts(page)
  const names = await rows(page).locator('button').allInnerTexts()
  await openRow(page, 0)
  const details = page.getByRole('region', { name: 'Details of product' })
  await expect(details.getByText('Soft & warm', { exact: true })).toBeVisible()
  await expect(details.getByRole('link', { name: /^Open in / })).toHaveCount(1)
  await details.focus()
  for (const name of names.slice(1, 4)) {
    await page.keyboard.press('j')
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
    await expect(details.getByText('Soft & warm', { exact: true })).toBeVisible()
  }
  // At the start of the page the button is off, and the keys still lead on.
  for (const name of names.slice(0, 3).toReversed()) {
    await page.getByRole('button', { name: 'Previous product' }).click()
    await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible()
  }
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog', { name: names[1] ?? '', exact: true })).toBeVisible()
  // The list goes on from the product that was shown last.
  await page.keyboard.press('Escape')
  await expect(rows(page).nth(1).locator('button')).toBeFocused()
  await expect(page).not.toHaveTitle('Taken')
  expect(sent.filter((url) => url.endsWith('/taken.png'))).toEqual([])
})

test('a failure of the shop is told in the panel, with Retry, and the list stays in use', async ({ page, signInAs }) => {
  let isBroken = true
  const reason = 'Lotus Sài Gòn: The shop could not be reached'
  await changeAnswer(page, 'products.get', (answer) => (isBroken ? failed(502, 'STORE_UNREACHABLE', reason) : answer))
  await signInAs('owner')
  await forgetStore(page)
  await openProducts(page)
  await openRow(page, 0)
  const panel = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Next product' }) })
  await expect(panel.getByRole('alert')).toContainText(reason)
  await rows(page).nth(2).getByRole('checkbox').check()
  await expectFineEverywhere(page)
  isBroken = false
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect(panel.getByRole('columnheader', { name: 'Stock' })).toBeVisible()
  await openProducts(page, '?product=7')
  await expect(panel.getByRole('alert')).toContainText('Product not found')
  await expect(rows(page)).toHaveCount(50)
})
