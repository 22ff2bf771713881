import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { madeJob } from '#tests/support/jobs.ts'
import { madeRun, madeSchedule } from '#tests/support/made-schedule.ts'
import type { JobDelivery } from '#shared/delivery.ts'
import type { Job } from '#shared/jobs.ts'
import { always, data, nowAnswering, openScreen } from './app.tsx'

const delivery: JobDelivery = {
  destinationId: 'd',
  name: 'Accountant',
  kind: 'sftp',
  state: 'waiting',
  fileName: null,
  target: null,
  at: null,
}
const file = { id: 'f', name: 'products.csv', rows: 3, bytes: 300, sha256: '', url: '/files/f' }

test('the result of a run is followed to its end, and says what it waits for and where it was sent', async () => {
  const schedule = madeSchedule()
  const answerWith = (change: Partial<Job>) => ({ 'export.jobs.get': () => data({ job: madeJob({ delivery, ...change }) }) })
  await openScreen('/jobs/schedules?runs=s1', {
    as: 'manager',
    answers: {
      'export.schedules.list': always({ schedules: [schedule] }),
      'export.schedules.runs': always({ runs: [madeRun()], nextCursor: null }),
      ...answerWith({ status: 'running', progress: 40, canCancel: true, waitingFor: 'The shop is busy.' }),
    },
  })
  const runs = within(await screen.findByRole('dialog', { name: 'Runs of Nightly' }))
  await userEvent.click(await runs.findByRole('button', { name: 'Show result' }))
  expect(await runs.findByText('Waiting: The shop is busy.')).toBeVisible()
  expect(runs.getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(runs.queryByRole('button', { name: 'Download' })).toBeNull()
  nowAnswering(answerWith({ files: [file], delivery: { ...delivery, state: 'delivered', fileName: 'products-2.csv' } }))
  expect(await runs.findByRole('button', { name: 'Download' })).toBeVisible()
  expect(runs.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(runs.queryByText('Waiting: The shop is busy.')).toBeNull()
  expect(runs.getByText('Sent to Accountant as products-2.csv')).toBeVisible()
})
