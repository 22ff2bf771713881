// Saved views of a list: tabs that open with their filters, sort, columns and stores.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { openOrders, settled as ordersSettled } from './orders-page.ts'
import { signInAlone } from './people.ts'
import { chooseStore, goTo, openProducts, settled } from './products-page.ts'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const form = (page: Page, name: 'Save view' | 'Edit view') => page.getByRole('dialog', { name, exact: true })
const options = (page: Page) => page.getByRole('button', { name: /^View options/ })
const choose = async (page: Page, action: string) => {
  await options(page).click()
  await page.getByRole('dialog', { name: 'View options' }).getByRole('button', { name: action, exact: true }).click()
}
const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
async function turnColumn(page: Page, name: string) {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name }).click()
  await page.keyboard.press('Escape')
}

test.use({ viewport: { width: 1440, height: 900 } })

test('a view keeps what the list shows, opens the screen, and is changed and deleted', async ({ page, baseURL }) => {
  await signInAlone(page, String(baseURL))
  await openProducts(page)
  await tab(page, 'Draft').click()
  await turnColumn(page, 'Vendor')
  await page.getByRole('button', { name: 'Save view', exact: true }).click()
  await form(page, 'Save view').getByRole('button', { name: 'Save view' }).click()
  await expect(form(page, 'Save view').getByLabel('Name')).toHaveAccessibleDescription(/^Please enter a name for the view/)
  await expectFineEverywhere(page)
  await form(page, 'Save view').getByLabel('Name').fill('Not ready')
  await form(page, 'Save view').getByLabel('Open Products with this view').check()
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Not ready')).toHaveAttribute('aria-selected', 'true')
  // The columns are the view's from here on. The person has their own again outside of it.
  await turnColumn(page, 'Price')
  await expect(header(page, 'Price')).toBeVisible()
  await expect(options(page)).toHaveAccessibleName('View options, changed')
  await choose(page, 'Save changes')
  await expect(options(page)).toHaveAccessibleName('View options')
  await tab(page, 'All').click()
  await expect(header(page, 'Price')).toHaveCount(0)
  await expect(page).not.toHaveURL(/status|view/)
  // The screen opens with the view whatever store was chosen last, and an address with filters of its own does not.
  await chooseStore(page, 'Harbor & Pine')
  await goTo(page, 'Dashboard')
  await goTo(page, 'Products')
  await expect(tab(page, 'Not ready')).toHaveAttribute('aria-selected', 'true')
  await expect(header(page, 'Price')).toBeVisible()
  await expect(page).toHaveURL(/status=draft/)
  await openProducts(page, '?search=tea')
  await expect(tab(page, 'All')).toHaveAttribute('aria-selected', 'true')
  // Undo.
  await tab(page, 'Not ready').click()
  await page.getByRole('button', { name: 'Remove Status: Draft' }).click()
  await choose(page, 'Undo changes')
  await expect(page).toHaveURL(/status=draft/)
  await settled(page)
  await choose(page, 'Rename or share')
  await form(page, 'Edit view').getByLabel('Name').fill('Drafts')
  await page.keyboard.press('Enter')
  await expect(tab(page, 'Drafts')).toHaveAttribute('aria-selected', 'true')
  // From anywhere.
  await goTo(page, 'Dashboard')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('drafts')
  await page.getByRole('option', { name: /^Drafts/ }).click()
  await expect(tab(page, 'Drafts')).toHaveAttribute('aria-selected', 'true')
  await choose(page, 'Delete view')
  await page.getByRole('dialog', { name: 'Delete view' }).getByRole('button', { name: 'Delete' }).click()
  await expect(tab(page, 'Drafts')).toHaveCount(0)
  // The list keeps what it shows.
  await expect(page).toHaveURL(/status=draft/)
})

test('a view of the team opens with its stores, and belongs to who saved it', async ({ page, baseURL }) => {
  await signInAlone(page, String(baseURL))
  const view = {
    id: 'team-view',
    screen: 'orders',
    name: 'To pack',
    shared: true,
    isDefault: false,
    search: { stores: 'all', tab: 'unfulfilled', sortOrder: 'asc' },
    columns: ['customer', 'country'],
    density: 'compact',
    isMine: false,
    canEdit: false,
  }
  await changeAnswer(page, 'profile.views.list', () => ({ result: { data: { views: [view] } } }))
  await openOrders(page)
  await tab(page, 'To pack').click()
  await ordersSettled(page)
  await expect(page).toHaveURL(/stores=all/)
  await expect(page.getByRole('columnheader')).toHaveText(['', 'Order', 'Store', 'Customer', 'Country'])
  await options(page).click()
  const actions = page.getByRole('dialog', { name: 'View options' })
  await expect(actions).toContainText('Shared with the team')
  await expect(actions.getByRole('button')).toHaveText(['Save as new view', 'Repeat its export…', 'Open with this view'])
  await expectFineEverywhere(page)
  await changeAnswer(page, 'profile.views.update', () => failed(404, 'NOT_FOUND', 'View not found'))
  await actions.getByRole('button', { name: 'Open with this view' }).click()
  await expect(actions.getByRole('alert')).toHaveText('View not found')
})

test('a list opens where the views fail to load', async ({ page, signInAs }) => {
  await signInAs('staff')
  await changeAnswer(page, 'profile.views.list', () => failed(500, 'INTERNAL', 'Something went wrong on our side.'))
  await openProducts(page)
  await expect(page.getByRole('row')).not.toHaveCount(0)
})
