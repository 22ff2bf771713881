import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { madeSchedule } from '#tests/support/made-schedule.ts'
import { always, openScreen } from './app.tsx'

const known = { hasSecret: true, settings: null, createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-01T08:00:00.000Z' }
const destinations = [
  { ...known, id: 'd-sftp', name: 'Accountant', kind: 'sftp' },
  { ...known, id: 'd-sheet', name: 'Board', kind: 'sheet' },
]
const url = 'https://docs.google.com/spreadsheets/d/abc/edit'
const order = { type: 'order_export', request: { storeIds: ['a'], columns: ['orderName'], filters: {}, url } } as const
const product = { request: { storeId: 'a', config: { fields: ['Title'], sheetExport: url } } }

test('a schedule names the format only of a file, and where its result goes', async () => {
  const lines = {
    'Product export': {},
    'Product export · Parquet': { format: 'parquet' },
    'Product export · Excel (XLSX) · to Accountant': { format: 'xlsx', destinationId: 'd-sftp' },
    'Product export · Google Sheet · to Board': { format: 'parquet', destinationId: 'd-sheet' },
    'Product export · Google Sheet': { ...product, format: 'parquet' },
    'Order export · Google Sheet': { ...order, format: 'parquet' },
    // A request of an earlier version.
    'Product export · Compressed CSV (gzip)': { format: 'csv.gz', request: { shop: 'a' } },
  } as const
  const schedules = Object.values(lines).map((change, index) => madeSchedule({ id: `s${index}`, ...change }))
  const deleted = madeSchedule({ id: 'deleted', name: 'Weekly', format: 'jsonl', destinationId: 'd-deleted' })
  await openScreen('/jobs/schedules', {
    as: 'manager',
    answers: {
      'export.schedules.list': always({ schedules: [...schedules, deleted] }),
      'settings.destinations.list': always({ destinations }),
    },
  })
  const table = within(await screen.findByRole('table', { name: 'Schedules' }))
  await table.findByText('Product export · Excel (XLSX) · to Accountant')
  const headers = table.getAllByRole('rowheader').map((header) => header.textContent)
  expect(headers).toEqual([...Object.keys(lines).map((line) => `NightlyActive${line}`), 'WeeklyActiveProduct export'])
})
