import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { checkSheet, type SheetCalls } from '#client/export/sheet-check.ts'
import { AppError } from '#shared/errors.ts'

const url = 'https://docs.google.com/spreadsheets/d/abc/edit#gid=0'
const email = 'exports@example.iam.gserviceaccount.com'
const calls: SheetCalls = {
  verify: async () => ({ hasAccess: true, email, message: 'Valid URL with write access' }),
  validate: async () => ({ sheetName: 'Stock', message: 'Valid URL with write access' }),
}
const offline = () => Promise.reject(new TRPCClientError('fetch failed'))

test('no address is no question', async () => {
  expect(await checkSheet('  ', { verify: offline, validate: offline })).toEqual({ state: 'unknown' })
})

test.each([
  'http://docs.google.com/spreadsheets/d/abc',
  'https://example.com/spreadsheets/d/abc',
  'https://docs.google.com/spreadsheets/d/',
])('%s is no spreadsheet, and nobody is asked about it', async (wrong) => {
  expect(await checkSheet(wrong, { verify: offline, validate: offline })).toMatchObject({
    state: 'refused',
    lines: [expect.stringMatching(/^Invalid spreadsheet URL.*spreadsheets\/d\/\.\.\.$/)],
  })
})

test('one that may be written is told by its name, and that a sheet will be added', async () => {
  expect(await checkSheet(url, calls)).toEqual({
    state: 'accessible',
    lines: ['Valid URL with write access: Stock', 'A new sheet will be created'],
  })
  const unnamed = await checkSheet(url, { ...calls, validate: async () => ({ sheetName: '', message: 'Valid URL with write access' }) })
  expect(unnamed).toMatchObject({ lines: ['Valid URL with write access', 'A new sheet will be created'] })
})

test('one that is not shared says whom to share it with, once', async () => {
  const refusal = (message: string) => checkSheet(url, { ...calls, verify: async () => ({ hasAccess: false, email, message }) })
  expect(await refusal('Not shared.')).toMatchObject({
    state: 'refused',
    lines: ['Not shared.', `Please share the spreadsheet with ${email}`],
  })
  expect(await refusal(`Share it with ${email}.`)).toMatchObject({ lines: [`Share it with ${email}.`] })
  expect(await refusal('')).toMatchObject({ lines: ['Unable to access Google Sheets', `Please share the spreadsheet with ${email}`] })
})

test('a failed question says what the server said, or that nothing could be found out', async () => {
  const off = 'Google Sheets integration not configured. Please contact administrator.'
  expect(await checkSheet(url, { ...calls, verify: () => Promise.reject(new AppError('SHEETS_OFF')) })).toMatchObject({ lines: [off] })
  expect(await checkSheet(url, { ...calls, verify: offline })).toMatchObject({ lines: ['Unable to verify Google Sheets access'] })
  expect(await checkSheet(url, { ...calls, validate: () => Promise.reject(new AppError('SHEETS_OFF')) })).toMatchObject({ lines: [off] })
  expect(await checkSheet(url, { ...calls, validate: offline })).toMatchObject({ lines: ['Failed to validate URL'] })
  const silent = () => Promise.reject(new AppError('INTERNAL'))
  expect(await checkSheet(url, { ...calls, validate: silent })).toMatchObject({ lines: ['Invalid URL or no permission'] })
})
