// The checklist of the first steps, in an installation that has nothing yet.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { becomeOwner } from './first-owner.ts'
import { button } from './security-page.ts'

const checklist = (page: Page) => page.getByRole('region', { name: 'Get started' })
const link = (page: Page, name: string) => checklist(page).getByRole('link', { name })

test('leads the first owner through the first steps, until they hide it', async ({ page }) => {
  test.slow()
  await using server = await startProductionServer()
  await becomeOwner(page, server)
  await expect(checklist(page).getByRole('listitem')).toHaveText([
    /^Connect a store/,
    'Test its connection',
    'Export products',
    /^Invite a colleague/,
  ])
  await expectFineEverywhere(page)

  await link(page, 'Add a store').click()
  await expect(page.getByRole('dialog', { name: 'Add store' })).toBeVisible()
  await page.goBack()
  await link(page, 'Invite someone').click()
  const form = page.getByRole('dialog', { name: 'Invite Team Member' })
  await form.getByLabel('Email').fill('colleague@new.test')
  await form.getByLabel('Full name').fill('Colleague')
  await form.getByRole('combobox', { name: 'Role' }).selectOption('Admin')
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('dialog', { name: 'User invited' })).toBeVisible()
  await page.goto(`${server.origin}/dashboard`)
  await expect(checklist(page).getByRole('listitem').last()).toHaveText('Invite a colleague (done)')

  await button(page, 'Hide these steps').press('Enter')
  await expect(checklist(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeFocused()
  const answered = page.waitForResponse((response) => response.url().includes('stores.list'))
  await page.reload()
  await answered
  await expect(page.getByText('No stores yet. Add your first store to get started.')).toBeVisible()
  await expect(checklist(page)).toHaveCount(0)
})
