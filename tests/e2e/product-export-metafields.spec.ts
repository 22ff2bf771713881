import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { metafieldsOf } from '#sandbox/catalogue/metafields.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { chosen, columnsTab, dialog, openExport, start } from './export-page.ts'
import { openProducts, withoutPictures } from './products-page.ts'

const header = 'Care "instructions" (product.metafields.custom.care)'
const available = (page: Page) => dialog(page).getByRole('region', { name: 'Available columns' })
const preview = (page: Page) => dialog(page).getByRole('table', { name: /^Preview/ })

/** The care instructions of a shop's products, by product id. */
function careIn(name: string): string[][] {
  const shop = demoShops.find((one) => one.name === name)
  if (!shop) throw new Error(`there is no shop ${name}`)
  return catalogueOf(shop).products.map((product) => [product.id, metafieldsOf(product).find(({ key }) => key === 'care')?.value ?? ''])
}

test.beforeEach(({ page }) => withoutPictures(page))

test('a metafield that the shop defines is found, chosen, and in preview and file, and Select All leaves it alone', async ({
  page,
  signInAs,
}) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  await columnsTab(page).click()
  await expect(available(page).getByRole('heading', { level: 3 })).toHaveText(['More Columns', 'Metafields', 'Market prices'])
  await available(page).getByRole('button', { name: 'Clear' }).click()
  await available(page).getByRole('button', { name: 'Select All' }).click()
  await expect(columnsTab(page)).toHaveText('Columns (52)')
  await available(page).getByRole('button', { name: 'Clear' }).click()
  await available(page).getByRole('checkbox', { name: 'Product Id', exact: true }).check()
  await available(page).getByRole('textbox').fill('custom.care')
  await expect(available(page).getByRole('heading', { level: 3 })).toHaveText(['Metafields'])
  await available(page).getByRole('checkbox', { name: header }).focus()
  await page.keyboard.press('Space')
  await expect(chosen(page)).toHaveCount(2)
  const expected = careIn('Lotus Sài Gòn')
  await expect(preview(page).getByRole('columnheader')).toHaveText(['Product Id', header])
  await expect(preview(page).getByRole('row')).toHaveCount(6)
  const shown = await preview(page)
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => Array.from(row.children, (cell) => cell.textContent)))
  expect(shown).toEqual(expected.slice(0, 5))
  await expectFineEverywhere(page)
  await dialog(page).getByRole('tab', { name: 'Settings & Templates' }).click()
  const download = page.waitForEvent('download')
  await start(page).click()
  const rows: string[][] = parse(await readFile(await (await download).path(), 'utf8'), { bom: true, record_delimiter: '\r\n' })
  expect(rows).toEqual([['Product Id', header], ...expected])
})
