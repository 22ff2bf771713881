// Exports that run by themselves: made from a dialog, a view or a job, run at once, paused, copied, changed and taken over.
import { expect, test } from '#tests/support/playwright.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { pressByKey, tabTo, typeInto } from './keyboard.ts'
import { openExport as openOrderExport } from './order-export-page.ts'
import { openOrders } from './orders-page.ts'
import { signInAlone } from './people.ts'
import { openExport } from './export-page.ts'
import { openProducts } from './products-page.ts'
import { action, deleteSchedule, form, newName, nextRuns, openRepeat, row } from './schedules-page.ts'

test.use({ viewport: { width: 1440, height: 900 } })
test.slow()

type Listed = { id: string; domain: string }
type Rest = (role: 'owner', method: string, path: string) => Promise<{ body: unknown }>
/** The id of the store of a demo shop. */
async function storeAt(rest: Rest, host: string): Promise<string> {
  const stores: Listed[] = Object((await rest('owner', 'GET', '/stores')).body).data.stores
  return String(stores.find(({ domain }) => domain === host)?.id)
}
const productSchedule = (storeId: string, name: string) => ({
  name,
  type: 'product_export',
  request: { storeId, config: { exportFormat: 'csv', sheetExport: '', fields: ['Title'], maxItemsPerFile: 100, filter: {} } },
  calendar: { every: 'month', on: 'last', at: '06:00' },
  timezone: 'UTC',
})

test('a schedule is made from the export dialog, run, paused, resumed, copied and deleted', async ({ page, signInAs }) => {
  const name = newName()
  await signInAs('owner')
  await openRepeat(page)
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByLabel('How often').selectOption('Cron text')
  await form(page).getByLabel('Cron text').fill('0 6 * *')
  await expect(nextRuns(page)).toContainText('A cron text has five fields')
  await form(page).getByLabel('Cron text').fill('0 6 * * 1-5')
  await expect(nextRuns(page).getByRole('listitem')).toHaveCount(5)
  await form(page).getByLabel('Each run exports').selectOption('Only what changed')
  await form(page).getByLabel('Also rows for what was deleted').check()
  await expectFineEverywhere(page)
  await form(page).getByRole('button', { name: 'Add schedule' }).click()
  await page.getByRole('link', { name: 'Show schedules' }).click()
  await expect(page).toHaveURL('/jobs/schedules')
  await expect(row(page, name)).toContainText('Cron: 0 6 * * 1-5')
  await expect(row(page, name)).toContainText('Only what changed')

  await action(page, 'Run now', name).click()
  await expect(row(page, name)).toContainText('Completed', { timeout: 30_000 })
  await action(page, 'History', name).click()
  const runs = page.getByRole('dialog', { name: `Runs of ${name}` }).getByRole('listitem')
  await expect(runs).toContainText(['Started by hand'])
  await runs.getByRole('button', { name: 'Show result' }).click()
  await expect(runs.getByRole('button', { name: 'Download' })).toBeVisible()
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(action(page, 'History', name)).toBeFocused()

  await action(page, 'Pause', name).click()
  await expect(row(page, name)).toContainText('To go on, press Resume.')
  await expectFineEverywhere(page)
  await action(page, 'Resume', name).click()
  await expect(row(page, name)).toContainText('Active')
  await action(page, 'Duplicate', name).click()
  const copy = `Copy of ${name}`
  await expect(row(page, copy)).toContainText('Paused')
  await action(page, 'Edit', copy).click()
  const edit = page.getByRole('dialog', { name: 'Edit schedule' })
  await edit.getByLabel('Name').fill(`${name} weekly`)
  await edit.getByLabel('How often').selectOption('Weekly')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, `${name} weekly`)).toHaveText(/Paused.*Every Monday at 06:00/s)
  await deleteSchedule(page, `${name} weekly`)
  await deleteSchedule(page, name)
})

test('a run that the shop refuses is shown as failed, and the schedule goes on', async ({ page, request, rest, signInAs }, { config }) => {
  const name = newName()
  // No other test exports from this shop.
  const shop = 'southern.myshopify.com'
  const fault = { shop, operation: 'ExportPage', kind: 'status', status: 403, times: 1 }
  const control = `http://127.0.0.1:${config.webServer?.env?.['SANDBOX_PORT']}/control/faults`
  expect((await request.post(control, { data: fault })).ok()).toBe(true)
  expect((await rest('owner', 'POST', '/schedules', productSchedule(await storeAt(rest, shop), name))).status).toBe(201)
  await signInAs('owner')
  await page.goto('/jobs/schedules')
  await action(page, 'Run now', name).click()
  await expect(row(page, name)).toHaveText(/Active.*Failed.*Last run: /s, { timeout: 30_000 })
  await action(page, 'History', name).click()
  await expect(page.getByRole('list', { name: 'Runs' }).getByRole('listitem')).toContainText(['Failed'])
  await expectFineEverywhere(page)
  await page.keyboard.press('Escape')
  await action(page, 'Run now', name).click()
  await expect(row(page, name)).toContainText('Completed', { timeout: 30_000 })
  await deleteSchedule(page, name)
})

test('the keyboard alone makes a schedule, runs it and deletes it', async ({ page, signInAs }) => {
  const name = newName()
  await signInAs('owner')
  await openProducts(page)
  await openExport(page)
  const repeat = page.getByRole('button', { name: 'Repeat…' })
  await pressByKey(page, repeat)
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await typeInto(page, form(page).getByLabel('Name'), name)
  await tabTo(page, form(page).getByLabel('How often'))
  await page.keyboard.type('Mon')
  await expect(form(page).getByLabel('Day')).toBeVisible()
  await typeInto(page, form(page).getByLabel('Time zone'), 'Asia/Tok')
  await page.keyboard.press('Enter')
  await expect(nextRuns(page)).toContainText('GMT+9')
  await tabTo(page, form(page).getByLabel('Name'))
  await page.keyboard.press('Enter')
  await pressByKey(page, page.getByRole('dialog', { name: 'Schedule added' }).getByRole('button', { name: 'Close' }).last())
  await expect(repeat).toBeFocused()
  await page.keyboard.press('Escape')

  await page.goto('/jobs')
  await tabTo(page, page.getByRole('tab', { name: 'Jobs' }))
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL('/jobs/schedules')
  await expect(row(page, name)).toContainText('Asia/Tokyo')
  await pressByKey(page, action(page, 'Run now', name))
  await expect(row(page, name)).toContainText('Completed', { timeout: 30_000 })
  await pressByKey(page, action(page, 'Delete', name))
  await pressByKey(page, page.getByRole('dialog', { name: 'Delete schedule' }).getByRole('button', { name: 'Delete' }))
  await expect(row(page, name)).toHaveCount(0)
})

test('without settings:read, one has the own schedules under My exports', async ({ page, rest, baseURL }) => {
  const name = newName()
  const lotus = await storeAt(rest, 'lotus.myshopify.com')
  await signInAlone(page, String(baseURL), { role_id: 'staff', store_ids: [lotus] })
  await openRepeat(page)
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByRole('button', { name: 'Add schedule' }).click()
  const added = page.getByRole('dialog', { name: 'Schedule added' })
  await expect(added.getByRole('link')).toHaveCount(0)
  await added.getByRole('button', { name: 'Close' }).last().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'My exports' }).click()
  await page.getByText('My schedules (1)').click()
  const mine = page.getByRole('list', { name: 'My schedules' })
  await expect(mine).toContainText(name)
  await expectFineEverywhere(page)
  await action(page, 'Run now', name).click()
  await expect(mine).toContainText('Completed', { timeout: 30_000 })
  await action(page, 'Pause', name).click()
  await expect(page.getByText('My schedules (1, 1 paused)')).toBeVisible()
  await action(page, 'History', name).click()
  await expect(page.getByRole('list', { name: 'Runs' }).getByRole('listitem')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.goto('/jobs/schedules')
  await expect(page).toHaveURL('/dashboard')
})

test('an owner takes over the schedule of somebody else, and can change it then', async ({ page, rest, signInAs }) => {
  const name = newName()
  const lotus = await storeAt(rest, 'lotus.myshopify.com')
  expect((await rest('staff', 'POST', '/schedules', productSchedule(lotus, name))).status).toBe(201)
  await signInAs('owner')
  await page.goto('/jobs/schedules')
  await expect(action(page, 'Pause', name)).toBeVisible()
  await expect(action(page, 'Run now', name)).toHaveCount(0)
  await expect(action(page, 'Edit', name)).toHaveCount(0)
  await action(page, 'Take over', name).click()
  const question = page.getByRole('dialog', { name: 'Take over schedule' })
  await expect(question).toContainText('it runs with your rights')
  await question.getByRole('button', { name: 'Take over' }).click()
  await expect(row(page, name)).toContainText('Olivia Owner')
  await expect(action(page, 'Edit', name)).toBeVisible()
  await expect(action(page, 'Take over', name)).toHaveCount(0)
  await deleteSchedule(page, name)
})

test('a view, an order export and a finished job are repeated with their own filters', async ({ page, baseURL }) => {
  await signInAlone(page, String(baseURL))
  await openProducts(page)
  await page.getByRole('tab', { name: 'Draft', exact: true }).click()
  await page.getByRole('button', { name: 'Save view', exact: true }).click()
  await page.getByRole('dialog', { name: 'Save view' }).getByLabel('Name').fill('Drafts')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^View options/ }).click()
  await page.getByRole('button', { name: 'Repeat its export…' }).click()
  await expect(form(page)).toContainText('52 columns · Status: Draft')
  await form(page).getByRole('button', { name: 'Cancel' }).click()

  const name = newName()
  await openOrders(page)
  await openOrderExport(page)
  await page.getByRole('button', { name: 'Repeat…' }).click()
  await form(page).getByLabel('Name').fill(name)
  await form(page).getByLabel('Format').selectOption('Excel (XLSX)')
  await form(page).getByLabel('Created').selectOption('Last week (Monday to Sunday)')
  await expect(nextRuns(page)).toContainText('The first of them exports from')
  await form(page).getByRole('button', { name: 'Add schedule' }).click()
  await page.getByRole('link', { name: 'Show schedules' }).click()
  await expect(row(page, name)).toContainText('Last week (Monday to Sunday) · Excel (XLSX)')
  await action(page, 'Run now', name).click()
  await expect(row(page, name)).toContainText('Completed', { timeout: 30_000 })
  await page.getByRole('tab', { name: 'Jobs' }).click()
  await page.getByRole('table', { name: 'Jobs' }).getByRole('button', { name: 'Repeat…' }).first().click()
  await expect(form(page)).toContainText('columns')
  await form(page).getByRole('button', { name: 'Cancel' }).click()
})
