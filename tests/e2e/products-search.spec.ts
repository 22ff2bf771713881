import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { sentCalls } from './calls.ts'
import { badge, menu, openProducts, rows, settled, withoutPictures } from './products-page.ts'

const list = 'products.list'
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const last = (calls: unknown[]): { filters?: object } => Object(calls.at(-1))
const sends = (calls: unknown[], filters: object) => expect.poll(() => last(calls).filters).toEqual(filters)

test.beforeEach(({ page }) => withoutPictures(page))

test.describe('search', () => {
  test('applies 800 ms after the last key, not before', async ({ page, signInAs }) => {
    await signInAs('staff')
    const start = Date.now()
    await page.clock.install({ time: start })
    const calls = sentCalls(page, list)
    await openProducts(page)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const box = page.getByPlaceholder('Searching all products')
    await expect(box).toBeFocused()
    await page.clock.pauseAt(start + 60_000)
    for (const key of 'mug') {
      await box.press(key)
      await page.clock.runFor(700)
    }
    expect(calls).toHaveLength(1)
    await page.clock.runFor(99)
    expect(calls).toHaveLength(1)
    await page.clock.runFor(1)
    await page.clock.resume()
    await sends(calls, { search: 'mug' })
    expect(calls).toHaveLength(2)
    await expect(box).toBeFocused()
    await expect(box).toHaveValue('mug')
  })

  test('is emptied by the clear button, and closed and taken back by Cancel', async ({ page, signInAs }) => {
    await signInAs('staff')
    const calls = sentCalls(page, list)
    await openProducts(page)
    const toggle = page.getByRole('button', { name: 'Search', exact: true })
    const box = page.getByRole('textbox', { name: 'Search products' })
    await toggle.click()
    await box.fill('mug')
    await box.press('Enter')
    await sends(calls, { search: 'mug' })
    await expect(badge(page)).toHaveText('Filters')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(box).toHaveValue('')
    await expect(page).not.toHaveURL(/search/)
    await box.fill('lamp')
    await sends(calls, { search: 'lamp' })
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(box).toHaveCount(0)
    await expect(page).not.toHaveURL(/search/)
    await page.goBack()
    await expect(box).toHaveValue('lamp')
    await box.press('Escape')
    await expect(box).toHaveCount(0)
  })
})

test.describe('tabs', () => {
  test('set the status; All keeps it, and its chip is the way back', async ({ page, signInAs }) => {
    await signInAs('staff')
    const calls = sentCalls(page, list)
    await openProducts(page)
    await expect(page.getByRole('tab')).toHaveText(['All', 'Active', 'Draft', 'Archived'])
    for (const [name, status] of [
      ['Active', 'active'],
      ['Archived', 'archived'],
      ['Draft', 'draft'],
    ] as const) {
      await tab(page, name).click()
      await sends(calls, { status })
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    }
    await settled(page)
    await expect(rows(page).getByText('Draft', { exact: true }).first()).toBeVisible()
    await tab(page, 'All').click()
    await expect(tab(page, 'All')).toHaveAttribute('aria-selected', 'true')
    await sends(calls, { status: 'draft' })
    await page.getByRole('button', { name: 'Remove Status: Draft' }).click()
    await expect(page).toHaveURL('/products')
    await expect(badge(page)).toHaveText('Filters')
  })
})

test.describe('sort', () => {
  test('has its options and directions, and sends what is chosen', async ({ page, signInAs }) => {
    await signInAs('staff')
    const calls = sentCalls(page, list)
    await openProducts(page)
    await page.getByRole('button', { name: 'Sort' }).click()
    await expect(menu(page, 'Sort').getByText('Sort by')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Created' })).toBeChecked()
    for (const [label, sortKey, reverse] of [
      ['Product title', 'TITLE', false],
      ['Updated', 'UPDATED_AT', true],
      ['Inventory', 'INVENTORY_TOTAL', true],
      ['Product type', 'PRODUCT_TYPE', false],
      ['Vendor', 'VENDOR', false],
      ['Created', 'CREATED_AT', true],
    ] as const) {
      await page.getByRole('radio', { name: label }).check()
      await expect(page.getByRole('radio', { name: label })).toBeChecked()
      await settled(page)
      const sent = calls.at(-1)
      // The default was requested when the screen opened, and is still in the cache.
      expect(sent).toMatchObject(sortKey === 'CREATED_AT' ? { sortKey: 'VENDOR' } : { sortKey, reverse })
    }
    await page.getByRole('button', { name: 'Oldest first' }).click()
    await expect(page.getByRole('button', { name: 'Oldest first' })).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => calls.at(-1)).toMatchObject({ sortKey: 'CREATED_AT', reverse: false })
    await page.getByRole('button', { name: 'Newest first' }).click()
    await expect(page.getByRole('button', { name: 'Newest first' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page).toHaveURL('/products')
  })

  test('is not offered by shops that cannot be sorted', async ({ page, signInAs }) => {
    await signInAs('viewer')
    const calls = sentCalls(page, list)
    await openProducts(page)
    await expect(badge(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sort' })).toHaveCount(0)
    expect(calls[0]).not.toHaveProperty('sortKey')
    expect(calls[0]).not.toHaveProperty('reverse')
  })
})
