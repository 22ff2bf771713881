// The team requires a second factor that a person has not set up.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { changeAnswer, sentCalls, trpc } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { pressByKey, tabTo } from './keyboard.ts'

const security = /\/settings\?tab=security$/
const sentence = 'Your team requires a second factor. Set one up, or add a passkey, to open the other screens.'

type Answer = Parameters<Parameters<typeof changeAnswer>[2]>[0]
const withFields = (answer: Answer, fields: object): Answer => ({ result: { data: { ...Object(answer.result?.data), ...fields } } })

/** The demo does not require one: the setting would affect other tests, which run at the same time. */
async function lackFactor(page: Page) {
  await changeAnswer(page, 'profile.get', (answer) => withFields(answer, { needs_second_factor: true }))
  await lackInSettings(page)
}
const lackInSettings = (page: Page) =>
  changeAnswer(page, 'profile.security', (answer) =>
    withFields(answer, { second_factor: { is_enabled: false, recovery_codes_left: 0, is_required: true } }),
  )

test('every screen leads to where it is set up', async ({ page, signInAs }) => {
  await lackFactor(page)
  await signInAs('manager')
  for (const path of ['/dashboard', '/products', '/settings', '/settings?tab=keys']) {
    await page.goto(path)
    await expect(page).toHaveURL(security)
  }
  await expect(page.getByRole('alert')).toHaveText(sentence)
  await expectFineEverywhere(page)
  await tabTo(page, page.getByRole('link', { name: 'Products', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(security)
})

test('a refused call leads there, too', async ({ page, signInAs }) => {
  await signInAs('manager')
  await page.goto('/dashboard')
  await expect(page.getByText('Total Stores')).toBeVisible()
  await lackFactor(page)
  await changeAnswer(page, 'products.list', () => failed(403, 'SECOND_FACTOR_NEEDED', 'Your team requires a second factor.'))
  await tabTo(page, page.getByRole('link', { name: 'Products', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(security)
  await expect(page.getByRole('alert')).toHaveText(sentence)
})

test('an owner says from which role on it is asked for', async ({ page, signInAs }) => {
  const sent = sentCalls(page, 'settings.update')
  await page.route(trpc('settings.update'), (route) =>
    route.fulfill({ json: [{ result: { data: { settings: { logo_url: null, second_factor_level: 90 } } } }] }),
  )
  await signInAs('owner')
  await page.goto('/settings?tab=security')
  const level = page.getByLabel('Require a second factor from')
  await expect(level).toHaveValue('')
  await tabTo(page, level)
  await page.keyboard.type('Admin')
  await expect(level).toHaveValue('90')
  expect(sent).toEqual([])
  await pressByKey(page, page.getByRole('button', { name: 'Save requirement' }))
  await expect.poll(() => sent).toEqual([{ second_factor_level: 90 }])
  await expectFineEverywhere(page)
  await signInAs('admin')
  await page.goto('/settings?tab=security')
  await expect(page.getByRole('heading', { name: 'Passkeys' })).toBeVisible()
  await expect(level).toHaveCount(0)
})
