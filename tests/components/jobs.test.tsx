import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { jobList, madeJob } from '#tests/support/jobs.ts'
import { always, openScreen } from './app.tsx'

test('incomplete, cancelled and failed exports differ by word and icon', async () => {
  const ends = { INCOMPLETE: 'Incomplete', JOB_CANCELLED: 'Cancelled', STORE_BUSY: 'Failed' }
  const jobs = Object.keys(ends).map((code) => madeJob({ id: code, status: 'failed', error: { code, message: 'Why' } }))
  await openScreen('/jobs', { as: 'manager', answers: { 'export.jobs.list': always(jobList(...jobs)) } })
  const table = await screen.findByRole('table', { name: 'Jobs' })
  const badges = Object.values(ends).map((label) => within(table).getByText(label).closest('.mantine-Badge-root'))
  const icons = badges.map((badge) => badge?.querySelector('svg')?.innerHTML)
  expect(icons).not.toContain(undefined)
  expect(new Set(icons).size).toBe(3)
})
