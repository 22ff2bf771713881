// A session that is too old for a sensitive call: the server requires reauthentication, and then carries out the change.
import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/playwright.ts'
import { makeSessionsOld } from '#tests/support/old-session.ts'
import { expectFineEverywhere } from './everywhere.ts'
import { pressByKey, tabTo, typeInto } from './keyboard.ts'
import { accept, asOwner, choosePassword, invite } from './people.ts'
import { button, dialog, enterPassword, password, section, security, setUpFactor } from './security-page.ts'

const asked = (page: Page) => dialog(page, 'Confirm that it is you')

async function makeKey(page: Page, name: string) {
  await pressByKey(page, button(page, 'New key'))
  const form = dialog(page, 'New API key')
  await typeInto(page, form.getByLabel('Name'), name)
  await tabTo(page, form.getByRole('checkbox', { name: 'products:read' }))
  await page.keyboard.press('Space')
  await pressByKey(page, form.getByRole('button', { name: 'Make key' }))
}

test('asks for the password before it ends the sessions and the second factor of somebody else', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.slow()
  const origin = String(baseURL)
  const [admin, member] = [await invite(request, origin), await invite(request, origin, { role_id: 'viewer', store_ids: await anyStore() })]
  await choosePassword(request, origin, admin, password)
  await choosePassword(request, origin, member, password)
  const theirs = await (await browser.newContext()).newPage()
  await enterPassword(theirs, member)
  await expect(theirs).toHaveURL('/dashboard')
  await setUpFactor(theirs)
  await pressByKey(theirs, button(theirs, 'I have saved them'))

  await enterPassword(page, admin)
  await expect(page).toHaveURL('/dashboard')
  makeSessionsOld(admin.email)
  await page.goto('/users')
  const card = page.getByRole('listitem').filter({ hasText: member.email })
  await pressByKey(page, card.getByRole('button', { name: 'Reset second factor' }))
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Reset', exact: true }))
  await expect(asked(page).getByLabel('Password', { exact: true })).toBeFocused()
  await expectFineEverywhere(page)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The reauthentication is valid for a while, so the second call needs none.
  // Back from the button that has the focus again: the way on leads past everybody else on the team.
  await pressByKey(page, card.getByRole('button', { name: 'End sessions' }), 'Shift+Tab')
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'End sessions' }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await theirs.goto('/dashboard')
  await expect(theirs).toHaveURL('/login')
  await enterPassword(theirs, member)
  await expect(theirs).toHaveURL('/dashboard')
  await theirs.goto(security)
  await expect(section(theirs, 'Second factor')).toContainText('Off')
  await theirs.context().close()

  async function anyStore() {
    const { body } = await asOwner(request, origin, 'GET', '/stores')
    const [store] = (body as unknown as { stores: { id: string }[] }).stores
    return [store?.id]
  }
})

test('sends who has no password to their issuer, and brings them back to where they were', async ({ page, request, baseURL }) => {
  const invited = await invite(request, String(baseURL))
  await accept(String(baseURL), invited)
  const signInThere = async () => {
    await page.getByPlaceholder('somebody@else.test').fill(invited.email)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await signInThere()
  await expect(page).toHaveURL('/dashboard')
  makeSessionsOld(invited.email)
  await page.goto('/settings?tab=keys')
  await makeKey(page, 'Nightly import')
  await expectFineEverywhere(page)
  await pressByKey(page, asked(page).getByRole('button', { name: 'Continue with Google' }))
  // The issuer still has a session, and yet asks for credentials again.
  await signInThere()
  await expect(page).toHaveURL('/settings?tab=keys')
  await makeKey(page, 'Nightly import')
  await expect(dialog(page, 'API key created').getByLabel('API key').and(page.locator('input'))).toHaveValue(/./)
})
