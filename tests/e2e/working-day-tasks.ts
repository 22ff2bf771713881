// Ten tasks of staff, each by mouse and by keyboard alone. They start on the dashboard.
import { expect, type Page } from '@playwright/test'
import { catalogueOf } from '#sandbox/catalogue/catalogue.ts'
import { ordersOf } from '#sandbox/catalogue/orders.ts'
import { demoShops } from '#sandbox/demo-shops.ts'
import { changeAnswers } from './calls.ts'
import type { CountedInput } from './counted-input.ts'
import { demoStoresIn } from './demo-stores.ts'
import { settled } from './orders-page.ts'
import { signInAlone } from './people.ts'
import { openProducts } from './products-page.ts'

/** Calls REST as the owner. */
type Rest = (method: string, path: string, body?: object) => Promise<{ body: unknown }>
/** What the person sees of the demo: a store that fails, and their jobs. */
type World = { failing?: string; jobs: object[] }
export type Start = { page: Page; origin: string; input: CountedInput; rest: Rest; world: World }
type Step = (start: Start) => Promise<unknown>
/** `prepare` runs before the dashboard is opened, and `seen` is what shows that the task is done. */
export type Task = { prepare?: Step; mouse: Step; keyboard: Step; seen: Step }

const documentUrl = 'https://docs.google.com/spreadsheets/d/demo-exports/edit'
const harbor = demoShops.filter(({ name }) => name === 'Harbor & Pine')
const orderNumber = `#${harbor.map((shop) => ordersOf(shop).at(-7)?.number)[0]}`
/** A product whose SKUs no order has: the palette finds orders by SKU too, and offers what a shop answers first at the top. */
const product = harbor.map((shop) => {
  const ordered = new Set(ordersOf(shop).flatMap(({ lines }) => lines.map((line) => line.sku)))
  return catalogueOf(shop).products.find(({ variants }) => variants.every((variant) => variant.sku && !ordered.has(variant.sku)))
})[0]
const sku = String(product?.variants[0]?.sku)

const entry = (page: Page, name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const rows = (page: Page, name: 'Products' | 'Orders') => page.getByRole('region', { name, exact: true }).locator('tbody').getByRole('row')
const palette = (page: Page) => dialog(page, 'Search or jump to')
const hit = (page: Page, group: string, text: string) =>
  palette(page).getByRole('group', { name: group, exact: true }).getByRole('option').filter({ hasText: text }).first()

/** Opens the palette by a click, and types what is asked for. Each part counts as a text of its own. */
async function ask({ page, input }: Start, ...parts: string[]) {
  await input.click(page.getByRole('button', { name: /^Search or jump to/ }))
  await typeParts(page, input, parts)
}
async function askByKey({ page, input }: Start, ...parts: string[]) {
  await input.press('Control+k')
  await typeParts(page, input, parts)
}
async function typeParts(page: Page, input: CountedInput, parts: readonly string[]) {
  await expect(page.getByRole('combobox', { name: 'Search or jump to' })).toBeFocused()
  for (const part of parts) await input.type(part)
}
/** Leads to anything that has a name, by the keyboard. */
async function jump(start: Start, text: string, group: string, name = text) {
  await askByKey(start, text)
  await expect(hit(start.page, group, name)).toHaveAttribute('aria-selected', 'true')
  await start.input.press('Enter')
}

const orderExport = (page: Page) => dialog(page, 'Export orders')
const startOrders = (page: Page) => orderExport(page).getByRole('button', { name: 'Start Export' })
const sentence = ['unfulfilled ', 'last 7 days ', 'gift ', 'north ', 'harbor ', 'sheet'] as const
/** The address has the focus, because the dialog was opened for a sheet. */
async function typeDocument({ page, input }: Start) {
  await expect(orderExport(page).getByLabel('Spreadsheet URL')).toBeFocused()
  await input.type(documentUrl)
  await expect(orderExport(page).getByText(/^Valid URL with write access/)).toBeVisible()
}
const startProducts = (page: Page) => dialog(page, 'Export products').getByRole('button', { name: 'Start Export' })
const token = (page: Page) => dialog(page, 'Edit Store').getByLabel('Access token', { exact: true })
const invitation = (page: Page) => dialog(page, 'Invite Team Member')
const inShop = (page: Page) => page.getByRole('link', { name: /^Open in Shop/ })
/** Notes which link is opened, instead of leaving for a shop that does not exist. */
async function watchLinks(page: Page) {
  await expect(inShop(page)).toBeVisible()
  await page.evaluate(() =>
    window.addEventListener(
      'click',
      (event) => {
        event.preventDefault()
        if (event.target instanceof HTMLAnchorElement) document.body.dataset['opened'] = event.target.href
      },
      { capture: true },
    ),
  )
}
const someone = () => `colleague.${crypto.randomUUID().slice(0, 8)}@day.test`

async function storeNamed(rest: Rest, name: string): Promise<string> {
  const { body } = await rest('GET', '/stores')
  const stores: { id: string; name: string }[] = Object(body).data.stores
  return String(stores.find((store) => store.name === name)?.id)
}

/** A completed export of the owner. */
async function exported(rest: Rest): Promise<object> {
  const filters = { search: crypto.randomUUID() }
  const storeIds = [await storeNamed(rest, 'Gift Barn')]
  const { body } = await rest('POST', '/orders/export', { storeIds, columns: ['orderName'], filters })
  const { id } = Object(body).data.job
  const job = async () => Object((await rest('GET', `/jobs/${id}`)).body).data.job
  await expect.poll(async () => (await job()).status, { timeout: 30_000 }).toBe('completed')
  return job()
}

/** Leaves out the stores and jobs of other tests, which would move the focus order, and makes the failing store fail. */
export const showOnly = (page: Page, { failing, jobs }: World) =>
  changeAnswers(page, {
    'stores.list': (answer) => {
      const state = (name: string) =>
        name === failing
          ? { state: 'refused', stateReason: 'The platform refused the credentials' }
          : { state: 'connected', stateReason: null }
      return { result: { data: { stores: demoStoresIn(answer).map((store) => ({ ...store, ...state(store.name) })) } } }
    },
    'export.jobs.list': ({ result }) => {
      return { result: { data: { ...Object(result?.data), jobs, failures: null } } }
    },
  })

export const tasks: Record<string, Task> = {
  'Find an order of any store by its number, and copy its address': {
    async mouse(start) {
      await ask(start, orderNumber)
      await start.input.click(hit(start.page, 'Orders', orderNumber).getByText('Copy address'))
    },
    async keyboard(start) {
      await askByKey(start, orderNumber)
      await expect(hit(start.page, 'Orders', orderNumber)).toHaveAttribute('aria-selected', 'true')
      await start.input.press('Control+Enter')
    },
    seen: ({ page }) => expect(palette(page).getByRole('status')).toContainText(`Copied the shipping address of ${orderNumber}`),
  },
  'Write the unfulfilled orders of the last 7 days of three stores to a sheet': {
    async mouse(start) {
      const { page, input } = start
      await ask(start, ...sentence)
      await input.click(hit(page, 'Lists', 'Unfulfilled orders, Last 7 days'))
      await typeDocument(start)
      await input.click(startOrders(page))
    },
    async keyboard(start) {
      await askByKey(start, ...sentence)
      await expect(hit(start.page, 'Lists', 'Unfulfilled orders, Last 7 days')).toHaveAttribute('aria-selected', 'true')
      await start.input.press('Enter')
      await typeDocument(start)
      await start.input.press('Control+Enter')
    },
    seen: ({ page }) => expect(orderExport(page).getByText(/^Orders exported successfully! Sheet:/)).toBeVisible({ timeout: 30_000 }),
  },
  'See the stock of a SKU': {
    prepare: async ({ page, origin, rest }) =>
      signInAlone(page, origin, { role_id: 'staff', store_ids: [await storeNamed(rest, 'Harbor & Pine')] }),
    mouse: (start) => ask(start, sku),
    keyboard: (start) => askByKey(start, sku),
    seen: ({ page }) => expect(hit(page, 'Products', String(product?.title))).toContainText(new RegExp(`${sku}: [\\d,-]+ in stock`)),
  },
  'Run yesterday’s export again': {
    async prepare({ rest, world }) {
      const [newest, earlier] = [await exported(rest), await exported(rest)]
      world.jobs.push(newest, { ...earlier, createdAt: new Date(Date.now() - 86_400_000).toISOString() })
    },
    async mouse({ page, input }) {
      await input.click(entry(page, 'Jobs'))
      await input.click(page.getByRole('table', { name: 'Jobs' }).getByRole('button', { name: 'Run again' }).nth(1))
    },
    keyboard: (start) => jump(start, 'again yesterday', 'Actions', 'Yesterday'),
    seen: ({ page }) => expect(page.getByText('The export runs again as a new job').first()).toBeAttached(),
  },
  'Find the store that fails, and give it a new token': {
    prepare: async ({ world }) => {
      world.failing = 'Southern Cross'
    },
    async mouse({ page, input }) {
      await input.click(page.getByRole('link', { name: 'Edit Southern Cross' }))
      await expect(token(page)).toBeFocused()
      await input.type('shpat_demo_not_a_secret_southern')
      await input.click(dialog(page, 'Edit Store').getByRole('button', { name: 'Save' }))
    },
    async keyboard(start) {
      const { page, input } = start
      await jump(start, 'refused', 'Actions', 'Edit Southern Cross')
      await expect(token(page)).toBeFocused()
      await input.type('shpat_demo_not_a_secret_southern')
      await input.press('Enter')
    },
    seen: ({ page }) => expect(dialog(page, 'Edit Store')).toHaveCount(0),
  },
  'Open a saved view': {
    async prepare({ page }) {
      await openProducts(page, '?status=%22draft%22')
      await button(page, 'Save view').click()
      await dialog(page, 'Save view').getByLabel('Name').fill('Working day')
      await page.keyboard.press('Enter')
      await expect(tab(page, 'Working day')).toBeVisible()
    },
    async mouse({ page, input }) {
      await input.click(entry(page, 'Products'))
      await input.click(tab(page, 'Working day'))
    },
    keyboard: (start) => jump(start, 'Working day', 'Views'),
    seen: ({ page }) => expect(tab(page, 'Working day')).toHaveAttribute('aria-selected', 'true'),
  },
  'Export two products as CSV': {
    async mouse({ page, input }) {
      await input.click(entry(page, 'Products'))
      for (const index of [0, 1]) await input.click(rows(page, 'Products').nth(index).getByRole('checkbox'))
      await input.click(button(page, 'Export'))
      await input.click(startProducts(page))
    },
    async keyboard(start) {
      const { page, input } = start
      await jump(start, 'products', 'Screens', 'Products')
      await expect(rows(page, 'Products').first()).toBeVisible()
      for (const key of ['j', 'Shift+ArrowDown', 'e']) await input.press(key)
      await expect(startProducts(page)).toBeEnabled()
      await input.press('Control+Enter')
    },
    seen: ({ page }) => expect(page.getByText('CSV file downloaded successfully!')).toBeVisible(),
  },
  'Switch the store, and see its products': {
    async mouse({ page, input }) {
      await input.click(page.getByRole('button', { name: /^Store:|Choose a store/ }).first())
      await input.click(page.getByRole('option', { name: /Gift Barn/ }))
      await input.click(entry(page, 'Products'))
    },
    async keyboard(start) {
      await askByKey(start, 'products ', 'gift')
      await expect(hit(start.page, 'Lists', 'Gift Barn')).toHaveAttribute('aria-selected', 'true')
      await start.input.press('Enter')
    },
    seen: ({ page }) => expect(page.getByRole('button', { name: 'Store: Gift Barn' }).last()).toBeVisible(),
  },
  'Invite a colleague as Staff of one store': {
    async mouse(start) {
      const { page, input } = start
      await ask(start, someone(), ' staff', ' gift')
      await input.click(hit(page, 'Invitation', 'Staff, Gift Barn'))
      await expect(invitation(page).getByRole('checkbox', { name: 'Gift Barn' })).toBeChecked()
      await input.click(invitation(page).getByRole('button', { name: 'Send invitation' }))
    },
    async keyboard(start) {
      const { page, input } = start
      await askByKey(start, someone(), ' staff', ' gift')
      await expect(hit(page, 'Invitation', 'Staff, Gift Barn')).toHaveAttribute('aria-selected', 'true')
      await input.press('Enter')
      await expect(invitation(page).getByLabel('Email')).toBeFocused()
      await expect(invitation(page).getByLabel('Full name')).toHaveValue(/^Colleague/)
      await input.press('Enter')
    },
    seen: ({ page }) => expect(dialog(page, 'User invited')).toBeVisible(),
  },
  'Open the newest unfulfilled order in the shop': {
    async mouse({ page, input }) {
      await input.click(entry(page, 'Orders'))
      await input.click(tab(page, 'Unfulfilled'))
      await input.click(rows(page, 'Orders').first().getByRole('button').first())
      await watchLinks(page)
      await input.click(inShop(page))
    },
    async keyboard(start) {
      const { page, input } = start
      await jump(start, 'unfulfilled', 'Views', 'Unfulfilled')
      await expect(page).toHaveURL(/tab=unfulfilled/)
      await settled(page)
      await expect(rows(page, 'Orders').first()).toContainText('Unfulfilled')
      for (const key of ['j', 'Enter']) await input.press(key)
      await watchLinks(page)
      await input.press('o')
    },
    seen: ({ page }) => expect(page.locator('body')).toHaveAttribute('data-opened', /^https:.*\/orders\/\d+$/),
  },
}
