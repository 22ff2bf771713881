import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createdAt, jobList, madeJob } from '#tests/support/jobs.ts'
import { always, nowAnswering, openScreen, sentTo } from './app.tsx'

const underWay = madeJob({ status: 'running' })
const failed = madeJob({
  status: 'failed',
  finishedAt: createdAt,
  error: { code: 'STORE_BUSY', message: 'The shop is busy' },
  canRetry: true,
})
const listing = (job: typeof underWay) => ({ 'export.jobs.list': always(jobList(job)) })

test('the word of a failed export ends with its retry, and comes once for each failure', async () => {
  await openScreen('/jobs', { as: 'manager', answers: listing(underWay) })
  const news = within(await screen.findByRole('status', { name: 'Finished exports' }))
  nowAnswering({ ...listing(failed), 'export.jobs.retry': always({ job: madeJob({ status: 'waiting' }) }) })
  const retry = await news.findByRole('button', { name: 'Retry' })
  nowAnswering(listing(madeJob({ status: 'waiting' })))
  // The pointer in it keeps it open.
  await userEvent.click(retry)
  expect(sentTo('export.jobs.retry')).toEqual([{ id: 'one' }])
  await expect.poll(() => news.queryByText('Export failed')).toBeNull()
  nowAnswering(listing(failed))
  expect(await news.findAllByText('Export failed')).toHaveLength(1)
})
