import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'

const card = (page: Page, name: string) => page.getByRole('listitem', { name })
const dialog = (page: Page) => page.getByRole('dialog')

async function fill(page: Page, name: string, domain: string) {
  await page.goto('/stores')
  await page.getByRole('button', { name: 'Add Store' }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Domain').fill(domain)
  await dialog(page).getByLabel('Access token *', { exact: true }).fill('shpat_e2e')
}

test('a shop that is connected already is refused at its domain', async ({ page, signInAs }) => {
  await signInAs('owner')
  await fill(page, 'Lotus again', 'lotus.myshopify.com')
  await dialog(page).getByRole('button', { name: 'Add Store' }).click()
  await expect(dialog(page).getByLabel('Domain')).toHaveAccessibleDescription('This shop is already connected')
})

test('a shop that does not exist is refused, and nobody outside the sandbox is asked for it', async ({ page, signInAs }) => {
  await signInAs('owner')
  await fill(page, 'Nobody', 'nobodys.myshopify.com')
  await dialog(page).getByRole('button', { name: 'Add Store' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Nobody: no shop found at this address')
})

test('refused credentials are said and not saved; an unreachable shop is saved after a second click alone', async ({ page, signInAs }) => {
  let code = 'STORE_REJECTED'
  const sent = sentCalls(page, 'stores.create')
  await changeAnswer(page, 'stores.create', () =>
    code === 'STORE_REJECTED'
      ? failed(422, code, 'Elsewhere: the platform refused the credentials')
      : failed(502, code, 'Elsewhere: the shop could not be reached'),
  )
  await signInAs('owner')
  await fill(page, 'Elsewhere', 'lotus.myshopify.com')
  const add = dialog(page).getByRole('button', { name: 'Add Store' })
  await add.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Elsewhere: the platform refused the credentials')
  await expect(dialog(page).getByRole('button', { name: 'Save anyway' })).toHaveCount(0)
  code = 'STORE_UNREACHABLE'
  await add.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Elsewhere: the shop could not be reached')
  await expectFineEverywhere(page)
  await dialog(page).getByRole('button', { name: 'Save anyway' }).click()
  await expect.poll(() => sent.map((input) => Object(input).allowUnreachable)).toEqual([false, false, true])
})

test('a test says where the store differs from its shop, and a click mends it', async ({ page, rest, signInAs }) => {
  const { body } = await rest('owner', 'GET', '/stores')
  const { id, timezone } = Object(body).stores.find(({ name }: { name: string }) => name === 'Southern Cross')
  await using _ = { [Symbol.asyncDispose]: async () => void (await rest('owner', 'PUT', `/stores/${id}`, { timezone })) }
  await rest('owner', 'PUT', `/stores/${id}`, { timezone: 'Asia/Tokyo' })
  await signInAs('owner')
  await page.goto('/stores')
  const southern = card(page, 'Southern Cross')
  await southern.getByRole('button', { name: 'Test' }).click()
  await expect(southern.getByRole('status')).toContainText(`The shop's time zone is ${timezone}; this store says Asia/Tokyo`)
  await expect(southern).toContainText('Limited')
  await expectFineEverywhere(page)
  await southern.getByRole('button', { name: `Use the shop's time zone ${timezone}` }).click()
  await expect(southern.getByRole('status')).not.toContainText('Asia/Tokyo')
  await expect(southern.getByRole('definition').filter({ hasText: timezone })).toBeVisible()
})

test('a card says in what state its shop was found, and since when', async ({ page, signInAs }) => {
  const states = [
    ['refused', 'Lotus: the platform refused the credentials'],
    ['unreachable', null],
  ] as const
  await changeAnswer(page, 'stores.list', (answer) => {
    const [first] = Object(answer.result?.data).stores
    const stores = states.map(([state, stateReason]) => ({
      ...first,
      id: state,
      name: state,
      state,
      stateReason,
      stateSince: '2026-11-20T08:00:00Z',
    }))
    return { result: { data: { stores } } }
  })
  await signInAs('owner')
  await page.goto('/stores')
  await expect(card(page, 'refused')).toContainText('Refusedsince Nov 20, 2026')
  await expect(card(page, 'refused')).toContainText('the platform refused the credentials')
  await expect(card(page, 'unreachable')).toContainText('Unreachablesince Nov 20, 2026')
  await expectFineEverywhere(page)
})

test('a store that keeps the list waiting is named, its money is missing from the total, and Retry brings it', async ({
  page,
  rest,
  signInAs,
}) => {
  const { body } = await rest('owner', 'GET', '/stores')
  const { id } = Object(body).stores.find(({ name }: { name: string }) => name === 'Harbor & Pine')
  let isBack = false
  await changeAnswer(page, 'orders.list', (answer) => {
    const without = { warnings: ['Harbor & Pine: the shop has not answered yet'], missing: [id] }
    return isBack ? answer : { result: { data: { ...Object(answer.result?.data), ...without } } }
  })
  await signInAs('manager')
  await page.goto('/orders?stores="all"')
  const note = page.getByRole('note').filter({ hasText: 'Harbor & Pine: the shop has not answered yet' })
  await expect(note).toBeVisible()
  await expect(page.getByText('Page total')).toContainText('without Harbor & Pine')
  await expectFineEverywhere(page)
  isBack = true
  await note.getByRole('button', { name: 'Retry' }).click()
  await expect(note).toHaveCount(0)
  await expect(page.getByText('Page total')).not.toContainText('without')
})
