import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { always, cutOff, openScreen } from './app.tsx'

test('an export that is run once more after a lost answer is the same request', async () => {
  const done = madeJob({ id: 'j', status: 'completed', canRun: true, finishedAt: '2026-11-02T08:00:00.000Z' })
  await openScreen('/jobs', {
    as: 'manager',
    answers: { 'export.jobs.list': always(jobList(done)), '/api/v1/jobs/j/run': cutOff },
  })
  await screen.findByRole('table', { name: 'Jobs' })
  const calls = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => calls.mockRestore())
  await userEvent.click(await screen.findByText('Search or jump to…'))
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'run the last')
  await screen.findByRole('option', { name: /^Run the last export again/ })
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('alert')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  const keys = () =>
    calls.mock.calls.flatMap(([address, request]) =>
      typeof address === 'string' && address.endsWith('/jobs/j/run') ? [new Headers(request?.headers).get('idempotency-key')] : [],
    )
  await expect.poll(keys).toHaveLength(2)
  expect(new Set(keys()).size).toBe(1)
})
