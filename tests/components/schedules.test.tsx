import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failed } from '#tests/support/answer.ts'
import { createdAt, jobList, madeJob } from '#tests/support/jobs.ts'
import { madeSchedule } from '#tests/support/made-schedule.ts'
import type { Permission } from '#shared/access.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import { always, cutOff, label, openScreen, sentTo, type Answers } from './app.tsx'
import { alpha, madeProduct, profileOf } from './usual-answers.ts'

const refusal = scheduleMessages.deletedNeedsName(['Product Id', 'Handle'])

async function openForm(answers: Answers = {}) {
  await openScreen('/products', {
    as: 'staff',
    answers: {
      'products.count': always({ count: 1 }),
      'products.list': always({ products: [madeProduct('1')], pageInfo: { hasNextPage: false, endCursor: null }, warnings: [] }),
      'stores.list': always({ stores: [alpha] }),
      'export.templates.list': always({ templates: [] }),
      'export.productsEstimate': always({ items: 1, seconds: 1 }),
      'export.schedules.preview': always({ nextRuns: ['2026-11-27T06:00:00.000Z'], days: null }),
      'export.schedules.create': () => failed(400, 'INVALID_INPUT', refusal, [{ path: 'includeDeleted', message: refusal }]),
      ...answers,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export products' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Repeat…' }))
  return within(await screen.findByRole('dialog', { name: 'Repeat export' }))
}

test('a schedule can deliver only what changed; a refusal stands at its field', async () => {
  const form = await openForm()
  const delivers = await form.findByLabelText('Each run exports')
  expect(form.getByLabelText('Created')).toBeVisible()
  expect(form.queryByLabelText('Also rows for what was deleted')).toBeNull()
  await userEvent.selectOptions(delivers, 'Only what changed')
  expect(form.getByText(scheduleMessages.changesHint)).toBeVisible()
  expect(form.queryByLabelText('Created')).toBeNull()
  await userEvent.click(form.getByLabelText('Also rows for what was deleted'))
  await userEvent.type(form.getByLabelText(label('Name')), ' 2')
  await userEvent.click(form.getByRole('button', { name: 'Add schedule' }))
  expect(await form.findByText(refusal)).toBeVisible()
  expect(form.getByLabelText('Also rows for what was deleted')).toBeInvalid()
  expect(sentTo('export.schedules.create')).toMatchObject([{ delivers: 'changes', includeDeleted: true, dates: null }])
})

test('the days since the last run are whole days, and the form says so', async () => {
  const form = await openForm()
  const created = await form.findByLabelText('Created')
  expect(form.getByText(scheduleMessages.periodHint)).toBeVisible()
  await userEvent.selectOptions(created, 'Since the day of the last run')
  expect(form.getByText(scheduleMessages.lastRunHint)).toBeVisible()
  expect(form.queryByText(scheduleMessages.periodHint)).toBeNull()
})

test('the next runs say what those since the last run export, before there is one and after', async () => {
  const form = await openForm({
    'export.schedules.preview': always({ nextRuns: ['2026-11-27T06:00:00.000Z'], days: { from: null, to: null } }),
  })
  await userEvent.selectOptions(await form.findByLabelText('Created'), 'Since the day of the last run')
  expect(await form.findByText(scheduleMessages.lastRunDays(null))).toBeVisible()
})

test('where the answer to a new schedule is lost, the form says to look for it, and the list is fetched anew', async () => {
  await openScreen('/jobs/schedules', {
    as: 'manager',
    answers: {
      'stores.list': always({ stores: [alpha] }),
      'export.jobs.list': always(jobList(madeJob({ canRun: true }))),
      'export.jobs.request': always({ type: 'product_export', request: madeSchedule().request, inBackground: true }),
      'export.schedules.list': always({ schedules: [madeSchedule()] }),
      'export.schedules.preview': always({ nextRuns: [], days: null }),
      'export.schedules.create': cutOff,
    },
  })
  // Narrow and wide screens have a button each.
  const [opener] = await screen.findAllByRole('button', { name: 'My exports' })
  await userEvent.click(opener ?? document.body)
  await userEvent.click(await screen.findByRole('button', { name: 'Repeat…', hidden: true }))
  const add = await screen.findByRole('button', { name: 'Add schedule' })
  const asked = sentTo('export.schedules.list').length
  await userEvent.click(add)
  expect(await screen.findByText(scheduleMessages.maybeAdded)).toBeVisible()
  expect(screen.queryByText(scheduleMessages.saveFailed)).toBeNull()
  await expect.poll(() => sentTo('export.schedules.list').length).toBeGreaterThan(asked)
})

test('the column that finds the rows of a sheet is required, and says whether it is a safe key', async () => {
  const form = await openForm()
  await userEvent.selectOptions(await form.findByLabelText('Result'), 'A Google sheet')
  await userEvent.selectOptions(form.getByLabelText('Each run'), 'Updates the rows of a sheet')
  const { sheetKeyHint, sheetKeyHints } = scheduleMessages
  expect(form.getByText(sheetKeyHint)).toBeVisible()
  const key = form.getByLabelText(label('Rows are found by'))
  expect(key).toBeRequired()
  expect(form.getByLabelText(label('Name of the sheet'))).toBeRequired()
  expect(form.queryByRole('alert')).toBeNull()
  for (const [column, reach] of [
    ['Product Id', 'everywhere'],
    ['Handle', 'store'],
    ['Variant SKU', 'none'],
  ] as const) {
    await userEvent.selectOptions(key, column)
    expect(form.getByText(`${sheetKeyHint} ${sheetKeyHints[reach]}`)).toBeVisible()
    // With all columns, a product has a row for each variant and picture.
    expect(form.getByRole('alert')).toHaveTextContent(scheduleMessages.sheetKeyMissing.product_export)
  }
})

test('how a sheet is written does not stay behind its fields, where a refusal would show nowhere', async () => {
  const archive = { id: 'd1', name: 'Archive', kind: 's3', settings: null, hasSecret: true, createdAt, updatedAt: createdAt }
  const form = await openForm({
    'settings.destinations.list': always({ destinations: [archive] }),
    'export.schedules.create': always({ schedule: madeSchedule() }),
  })
  await userEvent.selectOptions(await form.findByLabelText('Deliver the file'), 'd1')
  const result = form.getByLabelText('Result')
  await userEvent.selectOptions(result, 'A Google sheet')
  await userEvent.selectOptions(form.getByLabelText('Each run'), 'Replaces a sheet')
  await userEvent.selectOptions(result, 'A file')
  await userEvent.click(form.getByRole('button', { name: 'Add schedule' }))
  await expect.poll(() => sentTo('export.schedules.create')).toMatchObject([{ destinationId: 'd1', sheet: null }])
})

function profileWith(permissions: readonly Permission[]) {
  const profile = profileOf('manager')
  const user_roles = profile.user.user_roles.map((one) => ({ ...one, role: one.role && { ...one.role, permissions: [...permissions] } }))
  return { ...profile, permissions: [...permissions], user: { ...profile.user, user_roles } }
}

test.each<[string, readonly Permission[], string[]]>([
  ['who may export', ['settings:read', 'products:read', 'products:export'], ['History', 'Duplicate']],
  ['who may not', ['settings:read', 'products:read'], ['History']],
])('a colleague’s schedule, for somebody %s', async (_, permissions, offered) => {
  await openScreen('/jobs/schedules', {
    as: 'manager',
    answers: {
      'profile.get': always(profileWith(permissions)),
      'stores.list': always({ stores: [alpha] }),
      'export.schedules.list': always({ schedules: [madeSchedule()] }),
      'export.schedules.duplicate': always({ schedule: madeSchedule({ id: 's2', isMine: true }) }),
    },
  })
  await screen.findByRole('button', { name: 'History: Nightly' })
  const buttons = screen.getAllByRole('button', { name: /: Nightly$/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(offered.map((action) => `${action}: Nightly`))
  const copy = screen.queryByRole('button', { name: 'Duplicate: Nightly' })
  if (copy) await userEvent.click(copy)
  expect(sentTo('export.schedules.duplicate')).toEqual(copy ? [{ id: 's1' }] : [])
})
