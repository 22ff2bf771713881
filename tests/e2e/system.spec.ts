// The operator's page in Settings: figures that refresh by themselves, what could not be read, and the checks on a button.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { failed } from '#tests/support/answer.ts'
import { systemMessages } from '#shared/system-messages.ts'
import { changeAnswer, sentCalls } from './calls.ts'
import { expectFineEverywhere } from './everywhere.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const open = (page: Page) => page.goto('/settings?tab=system')

test('an owner sees every part, and makes the checks by the keyboard', async ({ page, signInAs }) => {
  await signInAs('owner')
  await page.goto('/settings')
  await page.getByRole('tab', { name: 'System' }).click()
  const processes = page.getByRole('region', { name: 'Table of processes' })
  await expect(processes.getByRole('row', { name: /^Web \(answers you\)/ })).toBeVisible()
  await expect(processes.getByRole('row', { name: /^Worker/ })).toBeVisible()
  await expect(part(page, 'Database')).toContainText(/All \d+ applied/)
  await expect(part(page, 'Exports')).toContainText('Oldest that is due')
  await expect(part(page, 'Disk and backup')).toContainText(/[\d.,]+ GB of/)
  await expect(part(page, 'Event-loop delay')).toContainText('median')
  await expect(part(page, 'Google Sheets')).toContainText(systemMessages.googleFrom.environment)
  await expect(page.getByRole('row', { name: /^Lotus/ })).toBeVisible()
  await expectFineEverywhere(page)

  const button = page.getByRole('button', { name: 'Check now' })
  await button.focus()
  await page.keyboard.press('Enter')
  const findings = page.getByRole('region', { name: 'Findings' })
  await expect(findings.getByRole('row', { name: /^Integrity OK No damage was found/ })).toBeVisible({ timeout: 60_000 })
  await expect(findings.getByRole('row', { name: /^Migrations OK/ })).toBeVisible()
  await expect(page.getByText(/^Found \d+ |^All checks are fine/)).toBeVisible()
  await expectFineEverywhere(page)
})

test('what could not be read is said, and the other figures stay', async ({ page, signInAs }) => {
  await changeAnswer(page, 'settings.system.get', (answer) => {
    const { system } = Object(answer.result?.data)
    const database = { ...system.database, isUp: false, bytes: null, appliedMigrations: null, pendingMigrations: null }
    return { result: { data: { system: { ...system, database, processes: null, queue: null, stores: null, mail: null, disk: null } } } }
  })
  await signInAs('owner')
  await open(page)
  for (const name of ['Processes', 'Exports', 'Shops', 'Mail', 'Disk and backup'])
    await expect(part(page, name).first()).toContainText(systemMessages.unavailable)
  await expect(page.getByRole('alert').filter({ hasText: systemMessages.databaseDown })).toBeVisible()
  await expect(part(page, 'Google Sheets')).not.toContainText(systemMessages.unavailable)
  await expectFineEverywhere(page)
})

test('the figures refresh by themselves, without a flicker, and keep their place when a refresh fails', async ({ page, signInAs }) => {
  let waiting = 1
  let isDown = false
  await changeAnswer(page, 'settings.system.get', (answer) => {
    if (isDown) return failed(503, 'OVERLOADED', 'The server is busy.')
    const { system } = Object(answer.result?.data)
    return { result: { data: { system: { ...system, mail: { ...system.mail, waiting } } } } }
  })
  await page.clock.install()
  await signInAs('owner')
  await open(page)
  const mail = part(page, 'Mail')
  await expect(mail).toContainText('Waiting1')
  const place = await mail.elementHandle()
  waiting = 2
  const sent = sentCalls(page, 'settings.system.get')
  await page.clock.fastForward(10_000)
  await expect(mail).toContainText('Waiting2')
  expect(sent).toHaveLength(1)
  isDown = true
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('alert').filter({ hasText: 'The server is busy.' })).toBeVisible()
  await expect(mail).toContainText('Waiting2')
  expect(await place?.evaluate((element) => element.isConnected)).toBe(true)
})

test('nobody below an owner has the tab', async ({ page, signInAs }) => {
  await signInAs('admin')
  await open(page)
  await expect(page.getByRole('tab', { name: 'Audit log' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'System' })).toHaveCount(0)
})
