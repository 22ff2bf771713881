// No list shows the rows of another tab or filter as if they were current.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { holdBack, trpc } from './calls.ts'

type List = {
  name: string
  path: string
  call: string
  rows: (page: Page) => ReturnType<Page['locator']>
  /** Requests another list. */
  change: (page: Page) => Promise<void>
  failed: string
}

const cells = (name: string) => (page: Page) => page.getByRole('region', { name, exact: true }).locator('tbody').getByRole('row')
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true }).click()
const unreached = 'The server could not be reached. Please check your connection.'

const lists: readonly List[] = [
  { name: 'Orders', path: '/orders', call: 'orders.list', rows: cells('Orders'), change: tab('Unpaid'), failed: 'Failed to load orders' },
  {
    name: 'Products',
    path: '/products',
    call: 'products.list',
    rows: cells('Products'),
    change: tab('Draft'),
    failed: 'Failed to load products',
  },
  {
    name: 'Jobs',
    path: '/jobs',
    call: 'export.jobs.list',
    rows: (page) => page.getByRole('table', { name: 'Jobs' }).locator('tbody'),
    change: async (page) => void (await page.getByLabel('Status').selectOption('Completed')),
    failed: 'Failed to load jobs',
  },
  {
    name: 'Audit log',
    path: '/settings?tab=audit',
    call: 'settings.audit',
    rows: cells('Audit log'),
    change: async (page) => void (await page.getByLabel('Decision').selectOption({ index: 1 })),
    failed: 'Failed to load the audit log',
  },
]

for (const { name, path, call, rows, change, failed } of lists)
  test(`${name}: a list that cannot be loaded shows no other's rows`, async ({ page, context, signInAs, rest }) => {
    const columns = {
      config: { exportFormat: 'csv', sheetExport: '', fields: ['Title'], maxItemsPerFile: 1, rowsPerProduct: 1, filter: {} },
    }
    const { body } = await rest('owner', 'GET', '/stores?active=true')
    if (name === 'Jobs')
      await rest('owner', 'POST', '/products/export', { storeId: (body as { stores: { id: string }[] }).stores[0]?.id, ...columns })
    await signInAs('owner')
    await page.goto(path)
    await expect(rows(page).first()).toBeVisible()
    await context.setOffline(true)
    await change(page)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(`${failed}${unreached}`)
    await expect(rows(page)).toHaveCount(0)
    if (await page.getByRole('button', { name: 'Next' }).count()) await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await context.setOffline(false)
    await expect(rows(page).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    if (name === 'Audit log') return
    // While the other list loads, the former list is inactive and looks inactive.
    const release = await holdBack(page, trpc(call))
    if (name === 'Jobs') await page.getByLabel('Status').selectOption('Failed')
    else await page.getByRole('tab').last().click()
    await expect(page.locator('main [inert]').last()).toHaveCSS('opacity', '0.45')
    release()
    await expect(page.locator('main [inert]')).toHaveCount(0)
  })
