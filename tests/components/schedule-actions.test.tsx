import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failed } from '#tests/support/answer.ts'
import { madeSchedule } from '#tests/support/made-schedule.ts'
import { scheduleMessages } from '#shared/schedule-messages.ts'
import type { Schedule } from '#shared/schedules.ts'
import { always, data, openScreen, sentTo, type Answers } from './app.tsx'

const own = madeSchedule({ isMine: true, canEdit: true, canManage: true })

/** The schedules, with one that is the viewer's own. */
async function openOwn(answers: Answers) {
  await openScreen('/jobs/schedules', { as: 'manager', answers: { 'export.schedules.list': always({ schedules: [own] }), ...answers } })
  await screen.findByRole('button', { name: 'History: Nightly' })
}

test('the second click of a double click does not take back what the first did', async () => {
  let state: Schedule['state'] = 'active'
  const answerAs = (next: Schedule['state']) => () => {
    state = next
    return data({ schedule: { ...own, state } })
  }
  await openOwn({
    'export.schedules.list': () => data({ schedules: [{ ...own, state }] }),
    'export.schedules.pause': answerAs('paused'),
    'export.schedules.resume': answerAs('active'),
    'export.schedules.run': always({ schedule: own }),
    'export.schedules.duplicate': always({ schedule: own }),
  })
  fireEvent.click(screen.getByRole('button', { name: 'Pause: Nightly' }), { detail: 1 })
  const resume = await screen.findByRole('button', { name: 'Resume: Nightly' })
  fireEvent.click(resume, { detail: 2 })
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate: Nightly' }), { detail: 2 })
  await userEvent.click(screen.getByRole('button', { name: 'Run now: Nightly' }))
  await expect.poll(() => sentTo('export.schedules.run')).toHaveLength(1)
  expect(sentTo('export.schedules.resume')).toEqual([])
  expect(sentTo('export.schedules.duplicate')).toEqual([])
  // What is pressed by the keyboard counts, and so does the first click of another double click.
  resume.focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Pause: Nightly' })
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate: Nightly' }), { detail: 1 })
  await expect.poll(() => sentTo('export.schedules.duplicate')).toHaveLength(1)
})

test('a failure is shown until the next action, or until a dialog opens', async () => {
  await openOwn({
    'export.schedules.run': () => failed(409, 'CONFLICT', scheduleMessages.openRun),
    'export.schedules.duplicate': always({ schedule: own }),
    'export.schedules.runs': always({ runs: [], nextCursor: null }),
  })
  const fail = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Run now: Nightly' }))
    expect(await screen.findByText(scheduleMessages.openRun)).toBeVisible()
  }
  await fail()
  await userEvent.click(screen.getByRole('button', { name: 'Duplicate: Nightly' }))
  expect(screen.queryByText(scheduleMessages.openRun)).toBeNull()
  await expect.poll(() => sentTo('export.schedules.duplicate')).toHaveLength(1)
  await fail()
  await userEvent.click(screen.getByRole('button', { name: 'History: Nightly' }))
  expect(screen.queryByText(scheduleMessages.openRun)).toBeNull()
})
