import { expect, type Page } from '@playwright/test'
import type { ProductionServer } from '#tests/support/production-server.ts'
import { password } from './security-page.ts'

/** Registers the first owner of an installation with the address that it printed, and signs in. */
export async function becomeOwner(page: Page, { register, origin }: Pick<ProductionServer, 'register' | 'origin'>) {
  await page.goto(register)
  await page.getByLabel('Email').fill('owner@new.test')
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin}/login`)
  await page.getByLabel('Email').fill('owner@new.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${origin}/dashboard`)
}
