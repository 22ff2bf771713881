import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { isIncludedIn, marketPriceOf, markets } from '#sandbox/catalogue/markets.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { changeAnswer } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { chosen, columnsTab, dialog, openExport, start } from './export-page.ts'
import { openProducts, withoutPictures } from './products-page.ts'

const header = ['Variant Id', 'Included / Japan', 'Price / Japan', 'Compare At Price / Japan']
const available = (page: Page) => dialog(page).getByRole('region', { name: 'Available columns' })
const preview = (page: Page) => dialog(page).getByRole('table', { name: /^Preview/ })

/** The Japanese prices of a shop's variants, by variant id, and on the first row of each product whether it is sold there. */
function inJapan(name: string): string[][] {
  const shop = demoShops.find((one) => one.name === name)
  const japan = markets.find(({ handle }) => handle === 'japan')
  if (!shop || !japan) throw new Error(`there is no shop ${name} or no market`)
  return catalogueOf(shop).products.flatMap((product) =>
    product.variants.map((variant, at) => {
      const { price, compareAtPrice } = marketPriceOf(variant, japan)
      return [variant.id, at === 0 ? String(isIncludedIn(product, japan)) : '', price, compareAtPrice ?? '']
    }),
  )
}

test.beforeEach(({ page }) => withoutPictures(page))

test('prices of a market are found, chosen, and in preview and file, and Select All leaves them alone', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  await columnsTab(page).click()
  await expect(available(page).getByRole('heading', { level: 3 })).toHaveText(['More Columns', 'Metafields', 'Market prices'])
  await available(page).getByRole('button', { name: 'Clear' }).click()
  await available(page).getByRole('button', { name: 'Select All' }).click()
  await expect(columnsTab(page)).toHaveText('Columns (52)')
  await available(page).getByRole('button', { name: 'Clear' }).click()
  await available(page).getByRole('checkbox', { name: 'Variant Id', exact: true }).check()
  await available(page).getByRole('textbox').fill('japan')
  await expect(available(page).getByRole('heading', { level: 3 })).toHaveText(['Market prices'])
  for (const name of header.slice(1)) {
    await available(page).getByRole('checkbox', { name, exact: true }).focus()
    await page.keyboard.press('Space')
  }
  await expect(chosen(page)).toHaveCount(4)
  const expected = inJapan('Lotus Sài Gòn')
  await expect(preview(page).getByRole('columnheader')).toHaveText(header)
  await expectFineEverywhere(page)
  await dialog(page).getByRole('tab', { name: 'Settings & Templates' }).click()
  const download = page.waitForEvent('download')
  await start(page).click()
  const rows: string[][] = parse(await readFile(await (await download).path(), 'utf8'), { bom: true, record_delimiter: '\r\n' })
  expect(rows).toEqual([header, ...expected])
})

test('a shop that hides its markets has no group of them, and no word about them', async ({ page, signInAs }) => {
  await changeAnswer(page, 'products.markets', () => ({ result: { data: { markets: [], isHidden: true } } }))
  await signInAs('staff')
  await openProducts(page)
  await openExport(page)
  const answered = page.waitForResponse((response) => response.url().includes('products.markets'))
  await columnsTab(page).click()
  await answered
  await expect(available(page).getByRole('heading', { level: 3 })).toHaveText(['More Columns', 'Metafields'])
  await expect(dialog(page)).not.toContainText('read_markets')
})
