// Days chosen by a name, and the filters of every morning.
import { dayBefore, daysOfPreset } from '#shared/date-presets.ts'
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { openOrders, settled } from './orders-page.ts'
import { openFilters, openProducts } from './products-page.ts'

const searchOf = (address: string) => new URL(address).searchParams

test('orders of yesterday are chosen by name, in the days of the shop, which are named', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page)
  await openFilters(page)
  const period = page.getByLabel(/^Period \(/)
  const named = /\((.+)\)/.exec((await period.evaluate((field: HTMLSelectElement) => field.labels[0]?.innerText)) ?? '')?.[1] ?? ''
  await period.selectOption('Yesterday')
  const { from, to } = daysOfPreset('yesterday', new Date(), named)
  await expect(page).toHaveURL(({ searchParams }) => searchParams.get('createdAfter')?.replaceAll('"', '') === from)
  expect(searchOf(page.url()).get('createdBefore')?.replaceAll('"', '')).toBe(to)
  await settled(page)
  await expect(page.getByLabel('Created after')).toHaveValue(from)
  await expectFineEverywhere(page)
  // Other days are nobody's period.
  await page.getByLabel('Created after').fill('2020-01-01')
  await expect(period).toHaveValue('custom')
  await period.selectOption('Any time')
  await expect(page.getByLabel('Created after')).toHaveValue('')
})

test('several stores count their own days', async ({ page, signInAs }) => {
  await signInAs('owner')
  await openOrders(page, '?stores="all"')
  await openFilters(page)
  await expect(page.getByLabel("Period (each store's own days)")).toBeVisible()
})

test('orders that need packing, and those that are late, are a click away and back', async ({ page, signInAs }) => {
  await signInAs('manager')
  await openOrders(page, '?tab=paid')
  await openFilters(page)
  const packing = page.getByRole('button', { name: 'Needs packing' })
  const late = page.getByRole('button', { name: 'Older than 3 days' })
  await packing.click()
  await late.click()
  await settled(page)
  await expect(packing).toHaveAttribute('aria-pressed', 'true')
  await expect(late).toHaveAttribute('aria-pressed', 'true')
  const params = searchOf(page.url())
  expect([params.get('financialStatus'), params.get('fulfillmentStatus'), params.get('tab')]).toEqual(['paid', 'unfulfilled', null])
  const label = (await page.getByLabel(/^Period \(/).evaluate((field: HTMLSelectElement) => field.labels[0]?.innerText)) ?? ''
  expect(params.get('createdBefore')?.replaceAll('"', '')).toBe(dayBefore(4, new Date(), /\((.+)\)/.exec(label)?.[1] ?? ''))
  await packing.click()
  await late.click()
  await expect(page).toHaveURL(({ searchParams }) =>
    ['financialStatus', 'fulfillmentStatus', 'createdBefore'].every((name) => !searchParams.has(name)),
  )
})

test('products of a period', async ({ page, signInAs }) => {
  await signInAs('staff')
  await openProducts(page)
  await openFilters(page)
  await page.getByRole('button', { name: 'Created date' }).click()
  const period = page.getByLabel(/^Period \(/)
  await period.selectOption('Last 30 days')
  await expect(page).toHaveURL(({ searchParams }) => searchParams.has('createdAfter') && searchParams.has('createdBefore'))
  await expect(period).toHaveValue('last30Days')
})
