import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ExportFormat } from '#shared/export-format.ts'
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

test('a job names the format of its file, with its size', async () => {
  const files = {
    csv: 'CSV, 3 kB',
    'csv.gz': 'Compressed CSV (gzip), 3 kB',
    xlsx: 'Excel (XLSX), 3 kB',
    jsonl: 'JSON Lines, 3 kB',
    parquet: 'Parquet',
  }
  const jobs = ExportFormat.options.map((format) =>
    madeJob({ id: format, destination: { kind: 'csv', format, name: null, bytes: format === 'parquet' ? null : 3_000, url: null } }),
  )
  await openScreen('/jobs', { as: 'manager', answers: { 'export.jobs.list': always(jobList(...jobs)) } })
  const table = await screen.findByRole('table', { name: 'Jobs' })
  for (const words of Object.values(files)) expect(within(table).getByText(words)).toBeVisible()
})

test('a sheet is called one, also for those who may not see its address', async () => {
  const delivery = { destinationId: 'd', name: 'Board', kind: 'sheet', state: 'delivered', fileName: null, target: null, at: null } as const
  const withheld = madeJob({ delivery, destination: { kind: 'sheet', format: null, name: null, bytes: null, url: null } })
  await openScreen('/jobs', { as: 'manager', answers: { 'export.jobs.list': always(jobList(withheld)) } })
  const table = await screen.findByRole('table', { name: 'Jobs' })
  expect(within(table).getByText('Google Sheet')).toBeVisible()
  expect(within(table).getByText('Sent to Board')).toBeVisible()
  expect(within(table).queryByText('CSV')).toBeNull()
})

test('a job says whether its file has arrived at its destination', async () => {
  const delivery = { destinationId: 'd', name: 'Accountant', kind: 'sftp', fileName: null, target: null, at: null } as const
  const target = 'sftp://sftp.example.com/in/orders-2.csv'
  const jobs = [
    madeJob({ id: 'a', delivery: { ...delivery, state: 'delivered', fileName: 'orders-2.csv', target } }),
    madeJob({ id: 'b', status: 'failed', delivery: { ...delivery, state: 'failed' } }),
    madeJob({
      id: 'c',
      status: 'running',
      progress: 99,
      startedAt: '2026-01-31T10:00:00.000Z',
      delivery: { ...delivery, state: 'waiting' },
      files: [{ id: 'f', name: 'orders.csv', rows: 1, bytes: 3, sha256: '', url: null }],
    }),
  ]
  await openScreen('/jobs', { as: 'manager', answers: { 'export.jobs.list': always(jobList(...jobs)) } })
  const table = await screen.findByRole('table', { name: 'Jobs' })
  expect(within(table).getByText('Sent to Accountant as orders-2.csv')).toHaveAttribute('title', target)
  expect(within(table).getByText('Not sent to Accountant')).toBeVisible()
  expect(within(table).getByText('Delivering')).toHaveAttribute('aria-current', 'step')
})

test('the stores of a job are in the order of their numbers', async () => {
  const stores = ['Store 10', 'Store 2', 'Store 1'].map((name) => ({ id: name, name }))
  await openScreen('/jobs', { as: 'manager', answers: { 'export.jobs.list': always(jobList(madeJob({ stores }))) } })
  const table = within(await screen.findByRole('table', { name: 'Jobs' }))
  expect(table.getByText('and 1 more')).toHaveAttribute('title', 'Store 10')
})
