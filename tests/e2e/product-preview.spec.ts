import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { readFile } from 'node:fs/promises'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { sentCalls, trpc } from './calls.ts'
import { columnsTab, dialog, openExport } from './export-page.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { openProducts } from './products-page.ts'

const table = (page: Page) => dialog(page).getByRole('table', { name: /^Preview/ })

test('the columns of a product export are shown with the first rows of the file', async ({ page, signInAs }) => {
  const calls = sentCalls(page, 'export.productsPreview')
  await signInAs('manager')
  await openProducts(page)
  await openExport(page)
  await expect(dialog(page).getByText('Products in the file')).toBeVisible()
  expect(calls).toEqual([])
  await columnsTab(page).click()
  await expect(table(page).getByRole('row')).toHaveCount(6, { timeout: 30_000 })
  await expectFineEverywhere(page)
  const shown = await table(page)
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => Array.from(row.children, (cell) => cell.textContent)))
  const download = page.waitForEvent('download')
  await dialog(page).getByRole('button', { name: 'Start Export' }).click()
  const rows: string[][] = parse(await readFile(await (await download).path(), 'utf8'), { bom: true })
  expect(shown).toEqual(rows.slice(0, 6))
})

test.describe('a shop that fails', () => {
  test.use({ provokedFault: /502/ })
  test('is named in place of the preview, and the columns stay in use', async ({ page, signInAs }) => {
    const answer = failed(502, 'STORE_UNREACHABLE', 'Harbor & Pine: the shop could not be reached')
    // Without asking the shop, which other tests may keep busy.
    await page.route(trpc('export.productsPreview'), (route) =>
      route.fulfill({ status: 502, json: route.request().url().includes('batch=1') ? [answer] : answer }),
    )
    await signInAs('manager')
    await openProducts(page)
    await openExport(page)
    await columnsTab(page).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Harbor & Pine: the shop could not be reached')
    await expect(table(page)).toHaveCount(0)
  })
})
