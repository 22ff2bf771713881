// The table of schedules where it has little room.
import { changeAnswer } from './calls.ts'
import { madeSchedule } from '#tests/support/made-schedule.ts'
import { expect, expectNoSidewaysScroll, test, widths } from '#tests/support/playwright.ts'

test.use({ viewport: { width: 1_200, height: 900 } })

test('words of stores’ names stay whole beside a long time zone', async ({ page, signInAs }) => {
  const stores = ['Harbor & Pine', 'Gift Barn'].map((name, index) => ({ id: String(index), name }))
  const timezone = 'America/Argentina/Buenos_Aires'
  const owned = { isMine: true, canEdit: true, canManage: true }
  const schedules = [madeSchedule({ timezone, ...owned, name: 'Orders of the week for the accountant', stores })]
  await changeAnswer(page, 'export.schedules.list', () => ({ result: { data: { schedules } } }))
  await signInAs('manager')
  await page.goto('/jobs/schedules')
  const names = page
    .getByRole('table', { name: 'Schedules' })
    .getByRole('cell')
    .locator('bdi', { hasText: /Harbor|Gift/ })
  await expect(names).toHaveCount(2)
  // A word that is broken has a box on each of its lines.
  const broken = await names.evaluateAll((elements) =>
    elements.flatMap(({ firstChild }) =>
      [...(firstChild?.textContent ?? '').matchAll(/\S+/g)]
        .filter(({ 0: word, index }) => {
          const range = document.createRange()
          if (firstChild) range.setStart(firstChild, index)
          if (firstChild) range.setEnd(firstChild, index + word.length)
          return range.getClientRects().length > 1
        })
        .map(([word]) => word),
    ),
  )
  expect(broken).toEqual([])
  await expectNoSidewaysScroll(page)
  await page.setViewportSize(widths.phone)
  await expectNoSidewaysScroll(page)
})
